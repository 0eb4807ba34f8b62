import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import { categories } from '../../../shared/domain/category.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { inTime } from '../../../test/support/deadline.ts';
import { patient } from '../../../test/support/runner/patience.ts';
import { openTestConsole, type TestConsole } from '../testing/open-test-console.ts';

const site = onceAFile(() => openTestConsole());

async function signedIn(name: string, { hub, signIn, get }: TestConsole = site()) {
  const memberId = await hub.addMember(name);
  const { cookie } = await signIn(memberId);
  const { body } = await get('session', { cookie });
  return { memberId, cookie, key: body.key as string, expiresAt: body.expires_at as string };
}

test('a session reads with its own key, which has all categories and belongs to a member', async () => {
  const { hub } = site();
  const { memberId, key, expiresAt } = await signedIn('Quill Fen');
  await hub.append([given.identity('a1', memberId), given.description('a1', 'Quill Fen')]);
  const { body } = await hub.getUntil('/me', {
    key,
    seen: (me) => me.body.data?.visible_accounts === 1,
    withinMs: 5_000,
  });
  expect(body.data).toMatchObject({
    key: {
      kind: 'user',
      name: 'Browser',
      categories,
      account_scope: 'all_visible',
      rate_limit_per_minute: 600,
      expires_at: expiresAt,
    },
    user: { name: 'Quill Fen' },
  });
});

test('a key of a session does not count among the ten keys of a member', async () => {
  const { memberId } = await signedIn('Bram');
  for (let made = 0; made < 10; made += 1) await site().hub.makeKey({ member: memberId });
  await expect(site().hub.makeKey({ member: memberId })).rejects.toThrow('10 active keys');
});

test('the read API accepts the key at once, and only the whole key', async () => {
  const { key, cookie } = await signedIn('Tess');
  expect((await site().hub.get('/me', { key })).status).toBe(200);
  const other = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
  expect((await site().hub.get('/me', { key: other })).status).toBe(401);
  expect((await site().hub.get('/me', { headers: { cookie } })).status).toBe(401);
});

test('the hub does not judge whether a key belongs to a new session before it can read the sessions', async () => {
  const { key } = await signedIn('Orla');
  const other = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
  await site().hub.database.transaction(async (sql) => {
    await sql.run({ text: 'lock table console.session_revision in access exclusive mode' });
    expect((await site().hub.get('/me', { key: other })).status).toBe(503);
  });
  expect((await site().hub.get('/me', { key: other })).status).toBe(401);
});

test('signing out ends the key', { tags: ['deadline'] }, async () => {
  const { key, cookie } = await signedIn('Merrin');
  const other = await signedIn('Other');
  expect((await site().hub.get('/me', { key })).status).toBe(200);
  await site().post('sign-out', {}, { cookie });
  const { waitedMs } = await site().hub.getUntil('/me', {
    key,
    seen: ({ status }) => status === 401,
    withinMs: 5_000,
    everyMs: 10,
  });
  expect(waitedMs, inTime).toBeLessThan(patient(2_000));
  expect((await site().hub.get('/me', { key: other.key })).status).toBe(200);
});

test('the 21st session of a member ends the key that was unused for longest, and gets a working key', async () => {
  const first = await signedIn('Verity');
  expect((await site().hub.get('/me', { key: first.key })).status).toBe(200);
  const cookies: string[] = [];
  for (let begun = 0; begun < 20; begun += 1) cookies.push((await site().signIn(first.memberId)).cookie);
  const isEnded = ({ status }: { status: number }) => status === 401;
  await site().hub.getUntil('/me', { key: first.key, seen: isEnded, withinMs: 5_000, everyMs: 10 });
  const { body } = await site().get('session', { cookie: cookies.at(-1) ?? '' });
  expect((await site().hub.get('/me', { key: body.key })).status).toBe(200);
});

test('the key ends within 250 ms after the departure of its member is folded', {
  tags: ['deadline'],
}, async () => {
  const { hub } = site();
  const { memberId, key } = await signedIn(`Leaver ${randomInt(1e9)}`);
  expect((await hub.get('/me', { key })).status).toBe(200);
  await hub.append([given.leaving(memberId)]);
  const left = {
    text: 'select from access_g1.member where member_id = $1 and not active',
    values: [memberId],
  };
  await expect.poll(() => hub.database.many(left), { interval: 5 }).toHaveLength(1);
  const seen = ({ status }: { status: number }) => status === 401;
  const { waitedMs } = await hub.getUntil('/me', { key, seen, withinMs: 5_000, everyMs: 5 });
  expect(waitedMs, inTime).toBeLessThan(patient(250));
});
