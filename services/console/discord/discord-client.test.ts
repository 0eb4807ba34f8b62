import { createHash, randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { given, id } from '../../../projections/access/testing/membership.ts';
import { dayMs, hourMs } from '../../../shared/domain/durations.ts';
import type { NewEvent } from '../../../shared/events/event.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { createSessions } from '../sessions/sessions.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInAdmin } from '../testing/signed-in-member.ts';
import { createDiscordClient, type GuildMemberAnswer } from './discord-client.ts';
import { checkDueSessions, startGuildChecks, storeDiscordToken } from './guild-checks.ts';
import { sealText, unsealText } from './sealed-text.ts';
import { consumeState } from './used-states.ts';

const secret = Buffer.alloc(32, 9);
const settings = {
  HUB_SECRET: secret.toString('base64'),
  DISCORD_CLIENT_ID: '1000001',
  DISCORD_CLIENT_SECRET: 'secret of the application',
  DISCORD_GUILD_ID: '2000002',
  TRUST_PROXY_HOPS: '1',
};
const site = onceAFile(() => openTestConsole({ settings }));

const discord = createDiscordClient({
  clientId: settings.DISCORD_CLIENT_ID,
  clientSecret: settings.DISCORD_CLIENT_SECRET,
  guildId: settings.DISCORD_GUILD_ID,
});

/** The people whom the local server in place of Discord knows, by code. */
const people = new Map<string, { id: string; name: string } | 'not in the guild'>();
/** The code of each refresh token. A token works once, and the answer contains the next token. */
const tokens = new Map<string, string>();
function tokenFor(code: string): string {
  const token = `${code}+${randomInt(1e9)}`;
  tokens.set(token, code);
  return token;
}
let isAway = false;
let isGuildAway = false;
let answerAfterMs = 0;
const server = createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  const json = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  await pause(answerAfterMs);
  if (isAway) return json(502, {});
  if (request.url === '/api/oauth2/token') {
    const form = new URLSearchParams(text);
    const token = form.get('refresh_token') ?? '';
    const code = form.get('code') ?? tokens.get(token) ?? '';
    const isOurs =
      form.get('client_id') === '1000001' && form.get('client_secret') === settings.DISCORD_CLIENT_SECRET;
    const verifier = form.get('code_verifier') ?? '';
    const proven = createHash('sha256').update(verifier).digest('base64url');
    if (form.has('code') && proven !== challenge) return json(400, { error: 'invalid_grant' });
    if (!isOurs || !people.has(code)) return json(400, { error: 'invalid_grant' });
    tokens.delete(token);
    return json(200, { access_token: `access ${code}`, refresh_token: tokenFor(code) });
  }
  if (isGuildAway) return json(429, {});
  const who = people.get(String(request.headers.authorization).replace('Bearer access ', ''));
  const isAsked = request.url === '/api/v10/users/@me/guilds/2000002/member';
  if (!isAsked || who === undefined || who === 'not in the guild') return json(404, { code: 10_007 });
  return json(200, { nick: null, user: { id: who.id, username: 'user', global_name: who.name } });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const really = fetch;
  vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) =>
    really(String(input).replace(/^https:\/\/discord\.com/, `http://127.0.0.1:${port}`), init),
  );
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

/** The PKCE challenge that Discord got last. */
let challenge = '';

function somebody(name: string, id = String(randomInt(1e9))) {
  const code = `code ${id}`;
  people.set(code, { id, name });
  return { code, id, name };
}

const cookiesOf = (headers: Headers) => headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');

async function begin() {
  const begun = await site().get('sign-in/discord');
  const asked = new URL(String(begun.headers.get('location')));
  challenge = asked.searchParams.get('code_challenge') ?? '';
  const [cookie] = cookiesOf(begun.headers);
  return { begun: asked, cookie, state: asked.searchParams.get('state') ?? '' };
}

const someAddress = () => `10.1.${randomInt(256)}.${randomInt(256)}`;

async function comeBack(query: string, cookie: string | undefined, address = someAddress()) {
  const headers = { 'x-forwarded-for': address };
  const back = await site().get(`sign-in/discord/callback?${query}`, { cookie, headers });
  const session = cookiesOf(back.headers).find((one) => one.startsWith('hub_session='));
  const forgets = cookiesOf(back.headers).includes('hub_oauth=');
  return { status: back.status, to: back.headers.get('location'), session, forgets };
}

async function come(code: string, more = '', address?: string) {
  const { begun, cookie, state } = await begin();
  const query = `code=${encodeURIComponent(code)}&state=${state}${more}`;
  return { begun, ...(await comeBack(query, cookie, address)) };
}

async function memberOf(session: string | undefined) {
  return (await site().get('session', { cookie: session })).body.member;
}

test('a person of the guild becomes a member, and is recognised by chat id from then on', async () => {
  const who = somebody('Quillon Fen');
  const { begun, status, to, session } = await come(who.code);
  expect(begun.origin + begun.pathname).toBe('https://discord.com/oauth2/authorize');
  expect(begun.searchParams.get('redirect_uri')).toBe(
    `${site().hub.url}/console/api/sign-in/discord/callback`,
  );
  expect([status, to]).toEqual([302, '/']);
  const member = await memberOf(session);
  expect(member).toMatchObject({ name: 'Quillon Fen', chat_id: who.id, is_admin: false });
  somebody('Renamed', who.id);
  expect((await memberOf((await come(who.code)).session)).id).toBe(member.id);
  expect((await site().get('sign-in')).body.discord).toBe(true);
});

test('a person with the same name as a member becomes a separate member', async () => {
  const taken = `Name ${randomInt(1e9)}`;
  await site().hub.addMember(taken);
  for (const name of [`${taken} (2)`, `${taken} (3)`]) {
    expect((await memberOf((await come(somebody(taken).code)).session)).name).toBe(name);
  }
});

test('a member who left is refused until an admin adds them again', async () => {
  const who = somebody(`Leaver ${randomInt(1e9)}`);
  const { id } = await memberOf((await come(who.code)).session);
  await site().hub.append([given.leaving(id)]);
  expect(await come(who.code)).toMatchObject({ to: '/sign-in#failed=member_left', session: undefined });
  const again = '00000000-0000-4000-8000-00000000000a';
  await site().hub.append([given.member(again, 'Back Again', { chat_id: who.id })]);
  expect((await memberOf((await come(who.code)).session)).id).toBe(again);
});

test('nobody gets in from outside the guild, with a wrong code or state, after a cancellation, or while Discord is away', async () => {
  people.set('stranger', 'not in the guild');
  expect(await come('stranger')).toMatchObject({ to: '/sign-in#failed=not_in_guild', session: undefined });
  expect(await come('guess')).toMatchObject({ to: '/sign-in#failed=expired', session: undefined });
  const who = somebody('Nobody Yet');
  expect((await come(who.code, '&error=access_denied')).to).toBe('/sign-in#failed=cancelled');
  expect((await come(who.code, 'x')).to).toBe('/sign-in#failed=expired');
  isAway = true;
  expect((await come(who.code)).to).toBe('/sign-in#failed=unavailable');
  isAway = false;
});

test('a state works once for all consoles, and only in the browser that started the sign-in', async () => {
  const who = somebody('Once');
  const { cookie, state } = await begin();
  const other = await begin();
  challenge = createHash('sha256').update('another').digest('base64url');
  const expired = { status: 302, to: '/sign-in#failed=expired', forgets: true, session: undefined };
  const query = `code=${encodeURIComponent(who.code)}&state=`;
  expect(await comeBack(query + state, undefined)).toMatchObject(expired);
  expect(await comeBack(query + state, 'hub_oauth=')).toMatchObject(expired);
  expect(await comeBack(query, 'hub_oauth=')).toMatchObject(expired);
  expect(await comeBack(query, cookie)).toMatchObject(expired);
  expect(await comeBack(query + state, `hub_oauth=${state}`)).toMatchObject(expired);
  expect(await comeBack(query + state, other.cookie)).toMatchObject(expired);
  // Discord refuses the code of another challenge, but the state is used.
  expect(await comeBack(query + state, cookie)).toMatchObject(expired);
  const started = await begin();
  expect((await comeBack(query + started.state, started.cookie)).to).toBe('/');
  expect(await comeBack(query + started.state, started.cookie)).toMatchObject(expired);
  expect(await consumeState(site().hub.database, started.state, Date.now())).toBe(false);
});

test.each([
  ['NUL in the code', 'code=a%00b'],
  ['NUL in the state', 'code=a&state=%00'],
  ['a long code', `code=${'c'.repeat(513)}`],
  ['two states', 'code=a&state=a&state=b'],
  ['half of a surrogate pair', 'code=%ed%a0%80'],
])('%s leads to the page of a failed sign-in', async (_, query) => {
  const { cookie } = await begin();
  expect(await comeBack(query, cookie)).toMatchObject({
    status: 302,
    to: '/sign-in#failed=expired',
    forgets: true,
    session: undefined,
  });
});

test('an address that failed ten times sees this on the page, even with a good code', async () => {
  const address = '10.2.0.1';
  for (let tries = 0; tries < 10; tries += 1)
    expect((await come('guess', '', address)).to).toBe('/sign-in#failed=expired');
  const { code } = somebody('Guesser');
  expect(await come(code, '', address)).toMatchObject({
    to: '/sign-in#failed=too_many_tries',
    session: undefined,
  });
});

test('when the database does not answer, the page says that the problem is temporary', async () => {
  const who = somebody('Patient');
  const blocking = await site().hub.database.connect();
  await blocking.query('begin');
  await blocking.query('lock table console.failed_sign_in');
  const during = await come(who.code);
  await blocking.end();
  expect(during).toMatchObject({ to: '/sign-in#failed=unavailable', forgets: true, session: undefined });
  expect((await come(who.code)).to).toBe('/');
});

test('the page also shows a fault of the hub', async () => {
  const who = somebody('Unlucky');
  const { database } = site().hub;
  await database.run({ text: 'alter table console.session add constraint broken check (false) not valid' });
  const during = await come(who.code);
  await database.run({ text: 'alter table console.session drop constraint broken' });
  expect(during).toMatchObject({ to: '/sign-in#failed=fault', forgets: true, session: undefined });
  expect((await come(who.code)).to).toBe('/');
});

test('a person who left the guild is signed out everywhere a day later; while Discord is away nothing changes', async () => {
  const [stays, goes] = [somebody(`Stays ${randomInt(1e9)}`), somebody(`Goes ${randomInt(1e9)}`)];
  const [first, second] = [await come(stays.code), await come(goes.code)];
  const { id } = await memberOf(second.session);
  const other = await site().signIn(id);
  const { hub } = site();
  people.set(goes.code, 'not in the guild');
  const append = async (events: readonly NewEvent[]) => {
    await hub.append(events);
    return [];
  };
  const check = (now: number) =>
    checkDueSessions(
      {
        database: hub.database,
        journal: { append },
        hubSecret: secret,
        sessions: createSessions(hub.database, Date.now),
        discord,
        clock: () => now,
      },
      new AbortController().signal,
    );
  const statuses = () =>
    Promise.all(
      [first.session, second.session, other.cookie].map(
        async (cookie) => (await site().get('session', { cookie })).status,
      ),
    );
  await check(Date.now() + dayMs / 2);
  expect(await statuses()).toEqual([200, 200, 200]);
  isAway = true;
  await expect(check(Date.now() + dayMs + 60_000)).rejects.toThrow('it answered 502');
  isAway = false;
  expect(await statuses()).toEqual([200, 200, 200]);
  // Discord is asked again an hour later.
  await check(Date.now() + dayMs + 2 * hourMs);
  expect(await statuses()).toEqual([200, 401, 401]);

  const admin = await createSignedInAdmin(site(), `Admin ${randomInt(1e9)}`);
  const listed = async () => (await admin.get('admin/out-of-guild')).members;
  const { name } = goes;
  expect(await listed()).toEqual([{ id, name, since: expect.any(String), why: 'not_in_guild' }]);
  people.set(goes.code, goes);
  await come(goes.code);
  expect(await listed()).toEqual([]);
});

test('a running console by itself signs out people who left the guild', async () => {
  const { url, database } = await freshDatabase('hub');
  const { token: sessionToken } = await createSessions(database, Date.now).begin(id(1));
  people.set('left', 'not in the guild');
  const kept = { sessionToken, refreshToken: tokenFor('left') };
  await storeDiscordToken({ database, hubSecret: secret, clock: () => Date.now() - dayMs }, kept);
  await openTestConsole({ settings: { ...settings, DATABASE_URL: url } });
  const sessions = () => database.many({ text: 'select from console.session' });
  await expect.poll(sessions, { timeout: 10_000 }).toEqual([]);
});

test('the next token is kept even when Discord then does not say who is in the guild', async () => {
  const { database } = await freshDatabase('hub');
  const sessions = createSessions(database, Date.now);
  const { code } = somebody('Kept');
  const { token: sessionToken } = await sessions.begin(id(1));
  const begun = Date.now();
  const kept = { sessionToken, refreshToken: tokenFor(code) };
  await storeDiscordToken({ database, hubSecret: secret, clock: () => begun }, kept);
  const check = (now: number) =>
    checkDueSessions(
      {
        database,
        journal: { append: async () => [] },
        hubSecret: secret,
        sessions,
        discord,
        clock: () => now,
      },
      new AbortController().signal,
    );
  isGuildAway = true;
  onTestFinished(() => {
    isGuildAway = false;
  });
  await expect(check(begun + dayMs)).rejects.toThrow('it answered 429');
  isGuildAway = false;
  await check(begun + dayMs + hourMs);
  expect(await database.many({ text: 'select from console.session' })).toHaveLength(1);
});

test('a stop ends the daily check after the current session; the other sessions are due in an hour', async () => {
  const { database } = await freshDatabase('hub');
  const sessions = createSessions(database, Date.now);
  const now = Date.now();
  for (const each of [1, 2]) {
    const { token: sessionToken } = await sessions.begin(id(each));
    const kept = { sessionToken, refreshToken: `token ${each}` };
    await storeDiscordToken({ database, hubSecret: secret, clock: () => now - dayMs }, kept);
  }
  const asked: string[] = [];
  const answer = Promise.withResolvers<GuildMemberAnswer>();
  const stop = startGuildChecks({
    database,
    journal: { append: async () => [] },
    hubSecret: secret,
    sessions,
    discord: {
      ...discord,
      findMemberByToken: (token) => {
        asked.push(token);
        return answer.promise;
      },
    },
    clock: () => now,
    logger: createLogger({ name: 'test', level: 'silent' }),
  });
  await expect.poll(() => asked).toHaveLength(1);
  const stopped = stop();
  answer.resolve({ chatId: '1', name: 'Quill', refreshToken: 'next' });
  await stopped;
  expect(asked).toHaveLength(1);
  const rows = await database.many({
    text: 'select discord_checked_at as at from console.session order by at',
  });
  expect(rows).toEqual([{ at: now - dayMs + hourMs - 1 }, { at: now }]);
});

test('Discord has 5 s for all parts of one question', async () => {
  answerAfterMs = 2_600;
  onTestFinished(() => {
    answerAfterMs = 0;
  });
  const asked = discord.findMemberByToken(tokenFor(somebody('Slow').code), async () => {});
  await expect(asked).rejects.toThrow('it does not answer');
});

test('a refresh token is stored sealed, and opens with the hub’s secret only', async () => {
  const who = somebody(`Sealed ${randomInt(1e9)}`);
  await come(who.code);
  const rows = await site().hub.database.many<{ text: string }>({
    text: 'select session::text as text from console.session',
  });
  expect(JSON.stringify(rows)).not.toContain(who.code);
  const purpose = 'refresh tokens of Discord';
  const sealed = sealText(secret, purpose, who.code);
  const read = [secret, Buffer.alloc(32)].map((key) => unsealText(key, purpose, sealed));
  expect([...read, unsealText(secret, 'sign-ins with Discord', sealed)]).toEqual([who.code, null, null]);
});
