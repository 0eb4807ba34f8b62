import { OperatorError } from '../errors.ts';
import { type Database, sqlOver } from '../postgres/database.ts';
import { lockNumbers } from '../postgres/lock-numbers.ts';

/**
 * Runs `work` while no other process of the hub takes a backup. The server frees the lock when the process dies.
 * @throws OperatorError when another one does
 */
export async function whileBackupLocked<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  let isLocked = false;
  const session = await database.connect(async (fresh) => {
    const { locked } = await sqlOver(fresh).one<{ locked: boolean }>({
      text: 'select pg_try_advisory_lock($1) as locked',
      values: [lockNumbers.backup],
    });
    isLocked = locked;
  });
  try {
    if (!isLocked)
      throw new OperatorError('backup_runs', 'another backup of this hub is being taken: wait for its end');
    return await work();
  } finally {
    await session.end();
  }
}
