import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import type { AuditActor } from '../../../shared/domain/actor.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createFailedSignIns } from './failed-sign-ins.ts';
import { createSignInLinkStore } from './sign-in-links.ts';

const site = onceAFile(() => openTestConsole({ settings: { TRUST_PROXY_HOPS: '1' } }));

async function linkFor(memberId: string, madeBy: AuditActor = 'cli:ann', now = Date.now): Promise<string> {
  return (await createSignInLinkStore(site().hub.database, now).create(memberId, madeBy)).token;
}

async function someMember() {
  const name = `Member ${randomInt(1e9)}`;
  return { id: await site().hub.addMember(name), name };
}

/** Has a new address, so that failures of other tests do not count. */
function someClient() {
  const headers = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
  return (path: string, body: unknown, cookie?: string) => site().post(path, body, { headers, cookie });
}

const refused = {
  status: 403,
  body: {
    error: { code: 'link_refused', message: 'this link is unknown, was used already or has expired' },
  },
};

async function entriesAbout(memberId: string, count: number) {
  const text = `select actor, action, details from audit_log_g1.entry where $1 = any(about) and action like '%sign%' order by at, action`;
  const rows = () => site().hub.database.many<Entry>({ text, values: [memberId] });
  await expect.poll(async () => (await rows()).length).toBe(count);
  return (await rows()).map(({ actor, action, details }) => [actor, action, JSON.parse(details)]);
}

interface Entry {
  readonly actor: string;
  readonly action: string;
  readonly details: string;
}

test('opening a link does not use it up, and the link signs its member in once', async () => {
  const { id, name } = await someMember();
  const post = someClient();
  const token = await linkFor(id);
  for (const _ of [1, 2]) {
    const { status, body } = await post('sign-in/look', { token });
    expect([status, body]).toEqual([200, { kind: 'sign_in', name, expires_at: expect.any(String) }]);
    const left = Date.parse(body.expires_at) - Date.now();
    expect(left).toBeGreaterThan(14 * 60_000);
    expect(left).toBeLessThanOrEqual(15 * 60_000);
  }
  const signedIn = await post('sign-in/link', { token });
  expect(signedIn).toMatchObject({ status: 200, body: { member: { id, name } } });
  const [cookie] = String(signedIn.headers.get('set-cookie')).split(';');
  expect((await site().get('session', { cookie })).body.member).toMatchObject({ id, name });
  for (const path of ['sign-in/link', 'sign-in/look'])
    expect(await post(path, { token })).toMatchObject(refused);
  expect(await entriesAbout(id, 1)).toEqual([[`member:${id}`, 'signed-in', { how: 'link', by: 'cli:ann' }]]);
});

test('a link signs in only one of five concurrent users', async () => {
  const post = someClient();
  const token = await linkFor((await someMember()).id);
  const answers = await Promise.all(Array.from({ length: 5 }, () => post('sign-in/link', { token })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
});

test('a link ends after 15 minutes, or when its member leaves', async () => {
  const post = someClient();
  const { id } = await someMember();
  const expired = await linkFor(id, 'cli:ann', () => Date.now() - 15 * 60_000);
  const open = await linkFor(id, 'cli:ann', () => Date.now() - 14 * 60_000);
  expect(await post('sign-in/look', { token: expired })).toMatchObject(refused);
  expect(await post('sign-in/link', { token: expired })).toMatchObject(refused);
  expect((await post('sign-in/look', { token: open })).status).toBe(200);
  await site().hub.append([given.leaving(id)]);
  await expect.poll(async () => (await post('sign-in/look', { token: open })).status).toBe(403);
  expect(await post('sign-in/link', { token: open })).toMatchObject(refused);
});

test('a link that was made by a clock a day ahead is not open, and replaces no other link', async () => {
  const { database } = await freshDatabase('hub');
  const memberId = randomUUID();
  const clock = { now: 1_800_000_000_000 + 86_400_000 };
  const links = createSignInLinkStore(database, () => clock.now);
  const makeFive = async () => {
    const tokens: string[] = [];
    while (tokens.length < 5) tokens.push((await links.create(memberId, 'cli:ann')).token);
    return tokens;
  };
  const { find, consume: take } = links;
  const ahead = await makeFive();
  clock.now -= 86_400_000;
  for (const token of ahead) expect([await find(token), await take(token)]).toEqual([null, null]);
  for (const token of await makeFive()) expect(await take(token)).toMatchObject({ memberId });
  expect(await database.many({ text: 'select from console.sign_in_link' })).toEqual([]);
});

test('a link is not used up when it is opened while members and rights cannot be read', async () => {
  const { hub, get, post } = await openTestConsole();
  const memberId = await hub.addMember('Quill');
  const { token } = await createSignInLinkStore(hub.database, Date.now).create(memberId, 'cli:ann');
  const status = async () => (await get('sign-in')).status;
  const blocking = await hub.database.connect();
  await blocking.query('begin');
  await blocking.query('lock table projection.pointer');
  await expect.poll(status, { timeout: 60_000, interval: 250 }).toBe(503);
  expect((await post('sign-in/link', { token })).status).toBe(503);
  await blocking.end();
  await expect.poll(status, { timeout: 60_000, interval: 250 }).toBe(200);
  expect(await post('sign-in/link', { token })).toMatchObject({
    status: 200,
    body: { member: { id: memberId } },
  });
});

test('a member has at most five open links: a new link ends the link that would expire first', async () => {
  const post = someClient();
  const { id } = await someMember();
  const tokens: string[] = [];
  for (let made = 0; made < 6; made += 1) {
    tokens.push(await linkFor(id, 'cli:ann', () => Date.now() - 60_000 + made));
  }
  const statuses = await Promise.all(
    tokens.map(async (token) => (await post('sign-in/look', { token })).status),
  );
  expect(statuses).toEqual([403, 200, 200, 200, 200, 200]);
});

test('five links are open when more are made at once', async () => {
  const { id } = await someMember();
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(Array.from({ length: 8 }, () => linkFor(id)));
    const open = await site().hub.database.many({
      text: 'select from console.sign_in_link where member_id = $1',
      values: [id],
    });
    expect(open).toHaveLength(5);
  }
});

test('a second sign-in with the same browser replaces the first member', async () => {
  const [first, second] = [await someMember(), await someMember()];
  const { cookie } = await site().signIn(first.id);
  const answer = await someClient()('sign-in/link', { token: await linkFor(second.id) }, cookie);
  expect(answer.body.member.id).toBe(second.id);
  expect((await site().get('session', { cookie })).status).toBe(401);
});

test('an admin makes a link, a member is not allowed to, and the audit log has the link and its use by another person', async () => {
  const [admin, member] = [await someMember(), await someMember()];
  const { cookie } = await site().signIn(admin.id);
  const path = `admin/members/${member.id}/sign-in-link`;
  expect(await site().post(path, { request_id: randomUUID() }, { cookie })).toMatchObject({
    status: 403,
    body: { error: { code: 'not_allowed' } },
  });
  await site().hub.append([given.admin(admin.id)]);
  await expect.poll(async () => (await site().get('session', { cookie })).body.member.is_admin).toBe(true);
  const { status, body } = await site().post(path, { request_id: randomUUID() }, { cookie });
  expect(status).toBe(200);
  expect(body.link).toMatch(new RegExp(`^${site().hub.url}/sign-in#token=[\\w-]{43}$`));
  const token = new URL(body.link).hash.slice('#token='.length);
  expect((await someClient()('sign-in/link', { token })).body.member).toEqual(member);
  const by = `member:${admin.id}`;
  expect(await entriesAbout(member.id, 2)).toEqual([
    [by, 'sign-in-link-made', {}],
    [`member:${member.id}`, 'signed-in', { how: 'link', by }],
  ]);
  const nobody = admin.id.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'));
  const unknown = await site().post(
    `admin/members/${nobody}/sign-in-link`,
    { request_id: randomUUID() },
    { cookie },
  );
  expect(unknown).toMatchObject({ status: 409, body: { error: { code: 'unknown_member' } } });
});

test('an address is blocked after ten failures within ten minutes, and other addresses continue', async () => {
  const { hub } = site();
  const [post, other] = [someClient(), someClient()];
  const token = await linkFor((await someMember()).id);
  for (let tries = 0; tries < 10; tries += 1) {
    const [path, more] =
      tries % 2 === 0 ? ['sign-in/look', {}] : ['sign-in/set-up', { name: 'Guesser', time_zone: 'UTC' }];
    const answer = await post(path, { token: 'guess', ...more });
    expect(answer.status).toBe(403);
  }
  for (const path of ['sign-in/look', 'sign-in/link']) {
    const { status, headers, body } = await post(path, { token });
    expect([status, body.error]).toEqual([
      429,
      { code: 'too_many', message: 'too many failed sign-ins from your address: try again in 10 minutes' },
    ]);
    const wait = Number(headers.get('retry-after'));
    expect(wait > 590 && wait <= 600).toBe(true);
  }
  expect((await other('sign-in/look', { token })).status).toBe(200);
  // Ten minutes later.
  await hub.database.run({ text: 'update console.failed_sign_in set at = at - 600000' });
  expect((await post('sign-in/link', { token })).status).toBe(200);
});

test('at most ten of many concurrent failures are checked, and later attempts are checked up to ten', async () => {
  const post = someClient();
  const guess = async () => (await post('sign-in/look', { token: 'guess' })).status;
  const answers = await Promise.all(Array.from({ length: 40 }, guess));
  const checked = answers.filter((status) => status === 403).length;
  expect(checked).toBeLessThanOrEqual(10);
  expect(answers.filter((status) => status === 429)).toHaveLength(40 - checked);
  for (let left = 10 - checked; left > 0; left -= 1) expect(await guess()).toBe(403);
  expect(await guess()).toBe(429);
});

test('attempts that do not fail do not count, and a wait of a minute is written as 1 minute', async () => {
  const { database } = await freshDatabase('hub');
  const clock = { now: 1_800_000_000_000 };
  const failedSignIns = createFailedSignIns(database, randomBytes(32), () => clock.now);
  const fail = () => failedSignIns.attempt('some', (attempt) => attempt.fail());
  for (let tries = 0; tries < 20; tries += 1) await failedSignIns.attempt('some', async () => 'signed in');
  const broken = failedSignIns.attempt('some', async () => {
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  for (let tries = 0; tries < 10; tries += 1) await fail();
  clock.now += 9 * 60_000;
  await expect(fail()).rejects.toThrow(/: try again in 1 minute$/);
  clock.now += 60_000;
  await fail();
});

test('failures from a clock a day ahead do not count, and failures from a clock some seconds ahead do', async () => {
  const { database } = await freshDatabase('hub');
  const clock = { now: 1_800_000_000_000 + 86_400_000 };
  const failedSignIns = createFailedSignIns(database, randomBytes(32), () => clock.now);
  const fail = () => failedSignIns.attempt('some', (attempt) => attempt.fail());
  for (let tries = 0; tries < 10; tries += 1) await fail();
  clock.now -= 5_000;
  await expect(fail()).rejects.toMatchObject({ code: 'too_many' });
  clock.now -= 86_395_000;
  await fail();
  expect(await database.many({ text: 'select at from console.failed_sign_in' })).toEqual([{ at: clock.now }]);
});

test('an eleventh concurrent sign-in from an address is asked to retry in a second when none has failed', async () => {
  const { database } = await freshDatabase('hub');
  const failedSignIns = createFailedSignIns(database, randomBytes(32), () => 1_800_000_000_000);
  const [slow, failing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let underWay = 0;
  const fail = () =>
    failedSignIns.attempt('some', async (attempt) => {
      underWay += 1;
      await failing.promise;
      return attempt.fail();
    });
  const wait = () =>
    failedSignIns.attempt('some', async () => {
      underWay += 1;
      await slow.promise;
    });
  const attempts = [fail(), ...Array.from({ length: 9 }, wait)];
  await expect.poll(() => underWay).toBe(10);
  const come = () => failedSignIns.attempt('some', async () => 'signed in');
  const busy = {
    code: 'too_many_at_once',
    status: 429,
    retryAfter: 1,
    message: 'others sign in from your address now: try again in a moment',
  };
  await expect(come()).rejects.toMatchObject(busy);
  failing.resolve();
  await attempts[0];
  await expect(come()).rejects.toMatchObject(busy);
  slow.resolve();
  await Promise.all(attempts);
  // The failed attempt still counts, and the others do not.
  expect(await database.many({ text: 'select from console.failed_sign_in' })).toHaveLength(1);
  expect(await come()).toBe('signed in');
  for (let tries = 0; tries < 9; tries += 1) await fail();
  await expect(come()).rejects.toMatchObject({ code: 'too_many', retryAfter: 600 });
});

test('failures are in the audit log, without the address and the typed text', async () => {
  await someClient()('sign-in/set-up', { token: 'guess', name: 'Typed Name', time_zone: 'UTC' });
  const text = `select actor, about, details from audit_log_g1.entry where action = 'sign-in-failed' and details = '{"how":"set-up"}'`;
  await expect
    .poll(() => site().hub.database.many({ text }))
    .toContainEqual({ actor: 'hub', about: [], details: '{"how":"set-up"}' });
  const stored = await site().hub.database.many<{ text: string }>({
    text: 'select failed_sign_in::text as text from console.failed_sign_in',
  });
  expect(JSON.stringify(stored)).not.toMatch(/10\.\d+\.\d+\.\d+|Typed/);
});

test('the audit log has no entry for failures beyond a hundred within ten minutes', async () => {
  const { database } = await freshDatabase('hub');
  const failedSignIns = createFailedSignIns(database, randomBytes(32), Date.now);
  await database.run({
    text: `insert into console.failed_sign_in (address, at) select 'other', $1 from generate_series(1, 99)`,
    values: [Date.now()],
  });
  const fail = () => failedSignIns.attempt('some', (attempt) => attempt.fail());
  expect([await fail(), await fail()]).toEqual([true, false]);
});

test('the hub says how to sign in', async () => {
  await someMember();
  expect((await site().get('sign-in')).body).toEqual({
    hub_name: 'Guild account hub',
    discord: false,
    has_members: true,
    private: true,
  });
});
