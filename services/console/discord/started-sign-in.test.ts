import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { prepareConsole } from '../prepare-console.ts';
import { findVerifier, startSignIn } from './started-sign-in.ts';
import { consumeState } from './used-states.ts';

const secret = Buffer.alloc(32, 1);
const now = 1_800_000_000_000;
const minuteMs = 60_000;

test('the verifier matches the challenge', () => {
  const { state, challenge, sealed } = startSignIn(secret, now);
  const verifier = findVerifier(secret, sealed, { state, now }) ?? '';
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(challenge);
  expect(verifier).toMatch(/^[\w-]{43}$/);
});

test('a started sign-in stays open for ten minutes, whether the clock is ahead or behind', () => {
  const { state, sealed } = startSignIn(secret, now);
  const isOpenAfter = (ms: number) => findVerifier(secret, sealed, { state, now: now + ms }) !== null;
  expect([-10 * minuteMs, 1 - 10 * minuteMs, 10 * minuteMs - 1, 10 * minuteMs].map(isOpenAfter)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('an empty state, a wrong state, a wrong secret and a changed cookie find nothing', () => {
  const { state, sealed } = startSignIn(secret, now);
  expect(findVerifier(secret, sealed, { state: '', now })).toBeNull();
  expect(findVerifier(secret, sealed, { state: startSignIn(secret, now).state, now })).toBeNull();
  expect(findVerifier(Buffer.alloc(32, 2), sealed, { state, now })).toBeNull();
  expect(findVerifier(secret, null, { state, now })).toBeNull();
  const bytes = Buffer.from(sealed, 'base64url');
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes).fill((bytes[index] ?? 0) ^ 1, index, index + 1);
    expect(findVerifier(secret, changed.toString('base64url'), { state, now })).toBeNull();
    const shortened = bytes.subarray(0, index).toString('base64url');
    expect(findVerifier(secret, shortened, { state, now })).toBeNull();
  }
  expect(findVerifier(secret, bytes.toString('base64url'), { state, now })).not.toBeNull();
});

test('a state is stored until every console considers it expired', async () => {
  const { database } = await freshDatabase('hub');
  await prepareConsole(database);
  const consume = (state: string, at: number) => consumeState(database, state, at);
  expect(await Promise.all([1, 2, 3].map(() => consume('some', now)))).toEqual(
    expect.arrayContaining([true, false, false]),
  );
  expect(await consume('other', now + 20 * minuteMs)).toBe(true);
  expect(await consume('some', now + 20 * minuteMs)).toBe(false);
  expect(await consume('other', now + 20 * minuteMs + 1)).toBe(false);
  const stored = await database.many({ text: 'select from console.used_discord_state' });
  expect(stored).toHaveLength(1);
});
