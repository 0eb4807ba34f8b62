import { expect, test } from 'vitest';
import { id, quill } from '../../../projections/access/testing/membership.ts';
import { dayMs, hourMs } from '../../../shared/domain/durations.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { deriveSessionKey } from './session-token.ts';
import { createSessions } from './sessions.ts';

async function openSessions() {
  const { database } = await freshDatabase('hub');
  const clock = { now: 1_800_000_000_000 };
  return { database, clock, sessions: createSessions(database, () => clock.now) };
}

test('a session ends 30 days after its last use, which is stored once an hour', async () => {
  const { clock, sessions } = await openSessions();
  const { token, session } = await sessions.begin(quill);
  const began = clock.now;
  clock.now += hourMs;
  expect((await sessions.use(token))?.lastUsedAt).toBe(began);
  clock.now += 1;
  expect((await sessions.use(token))?.lastUsedAt).toBe(clock.now);
  clock.now += 30 * dayMs - 1;
  expect((await sessions.use(token))?.id).toBe(session.id);
  clock.now += 30 * dayMs;
  expect([await sessions.use(token), await sessions.listOfMember(quill)]).toEqual([null, []]);
});

test('the 21st session of a member ends the session that was unused for longest; other members keep their sessions', async () => {
  const { clock, sessions } = await openSessions();
  const others = await sessions.begin(id(2));
  const tokens: string[] = [];
  for (let begun = 0; begun < 20; begun += 1) {
    clock.now += 2 * hourMs;
    tokens.push((await sessions.begin(quill)).token);
  }
  const [first = '', second = ''] = tokens;
  clock.now += 2 * hourMs;
  await sessions.use(first);
  await sessions.begin(quill);
  expect((await sessions.listOfMember(quill)).length).toBe(20);
  expect([await sessions.use(first), await sessions.use(second)]).toEqual([expect.anything(), null]);
  expect(await sessions.use(others.token)).not.toBeNull();
});

test('25 concurrent sign-ins leave 20 sessions', async () => {
  const { sessions } = await openSessions();
  await Promise.all(Array.from({ length: 25 }, () => sessions.begin(quill)));
  expect((await sessions.listOfMember(quill)).length).toBe(20);
});

test('no table has a token or the secret of a key', async () => {
  const { database, sessions } = await openSessions();
  const { token } = await sessions.begin(quill);
  const { key, secret } = deriveSessionKey(token);
  expect(key).not.toContain(token);
  const [row] = await database.many<{ stored: string }>({
    text: 'select session::text as stored from console.session',
  });
  for (const shown of [token, key, secret]) expect(row?.stored).not.toContain(shown);
});
