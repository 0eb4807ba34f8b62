import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { endLockSessions } from '../../../test/support/postgres/locks.ts';
import { pause } from '../../async/waiting.ts';
import { lockNumbers } from '../../postgres/lock-numbers.ts';
import { backupKeysLockOf } from './backup-lock.ts';

test('work on the keys excludes other work until it ends', async () => {
  const { database } = await freshDatabase();
  const lockKeys = backupKeysLockOf(database);
  const steps: string[] = [];
  const first = lockKeys(async () => {
    steps.push('first began');
    // Longer than the server lets a session of the pool stay idle in a transaction.
    await pause(2_500);
    steps.push('first ended');
  });
  await expect.poll(() => steps).toEqual(['first began']);
  await lockKeys(async () => void steps.push('second began'));
  await first;
  expect(steps).toEqual(['first began', 'first ended', 'second began']);
});

test('a process that holds the keys for too long is reported in one line', async () => {
  const { database } = await freshDatabase();
  await backupKeysLockOf(database)(async () => {
    const late = backupKeysLockOf(database, 100)(async () => {});
    await expect(late).rejects.toMatchObject({
      code: 'backup_keys_busy',
      message: expect.stringMatching(/^another process .* for over 0.1 s: .*then try again$/),
    });
  });
  expect(await backupKeysLockOf(database, 100)(async () => 'free')).toBe('free');
});

test('work learns that its connection was lost, and fails', async () => {
  const { database } = await freshDatabase();
  let isTold = false;
  const work = backupKeysLockOf(database)(async (lost) => {
    expect(await endLockSessions(database, lockNumbers.backupKeys)).toBe(1);
    await expect.poll(() => lost.aborted).toBe(true);
    isTold = true;
  });
  await expect(work).rejects.toMatchObject({ code: 'backup_lock_lost' });
  expect(isTold).toBe(true);
});
