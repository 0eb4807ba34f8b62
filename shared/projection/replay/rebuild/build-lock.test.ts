import { expect, test } from 'vitest';
import { freshDatabase } from '../../../../test/support/postgres/database.ts';
import type { Database } from '../../../postgres/database.ts';
import { pairLockNumbers } from '../../../postgres/lock-numbers.ts';
import type { ProjectionName } from '../../projection.ts';
import { takeBuildLock } from './build-lock.ts';

async function countLocked(database: Database): Promise<number> {
  const { locked } = await database.one<{ locked: number }>({
    text: `
      select count(*) as locked
      from pg_locks
      where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())
        and classid = $1`,
    values: [pairLockNumbers.build],
  });
  return locked;
}

test('names the projections that no other process builds', async () => {
  const { database } = await freshDatabase();
  const first = await takeBuildLock(database, ['xp-history']);
  const second = await takeBuildLock(database, ['xp-history', 'equipment-history']);
  expect([first.names, second.names]).toEqual([['xp-history'], ['equipment-history']]);
  await Promise.all([first.release(), second.release()]);
});

test('locks no projection when it fails', async () => {
  const { database } = await freshDatabase();
  // PostgreSQL refuses the zero byte, so the second statement fails.
  await expect(takeBuildLock(database, ['xp-history', '\0' as ProjectionName])).rejects.toThrow('0x00');
  await expect.poll(() => countLocked(database)).toBe(0);
});
