import { retryUntil } from '../../../async/waiting.ts';
import type { Database } from '../../../postgres/database.ts';
import { isLockTimeout } from '../../../postgres/faults/database-unavailable.ts';

/** Short, because appends of data keys wait behind a statement that waits for this lock. */
const lockWithin = '1s';
const lockedWithinMs = 60_000;
const tryEveryMs = 500;
/** The WAL files that the server keeps for reuse: `max_wal_size`, and one more. */
const recycledFilesMax = 33;

/**
 * Removes destroyed data keys from the server's disk. Also deletes earlier WAL files when the
 * server does not reuse them. Copies in backups, WAL archives and standbys stay, and the operator
 * has to remove them.
 * @throws when the table stays in use for over a minute
 */
export async function removeDestroyedDataKeys(database: Database): Promise<void> {
  await retryUntil(() => rewriteKeys(database), {
    withinMs: lockedWithinMs,
    everyMs: tryEveryMs,
    mayPass: isLockTimeout,
  });
  const { may } = await database.one<{ may: boolean }>({
    text: `select current_setting('wal_recycle') = 'off'
             and pg_has_role('pg_checkpoint', 'usage')
             and has_function_privilege('pg_switch_wal()', 'execute')
             and has_function_privilege('pg_ls_waldir()', 'execute') as may`,
  });
  if (may) await deleteOldWal(database);
}

async function rewriteKeys(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run({ text: `set local lock_timeout = '${lockWithin}'` });
    await tx.run({ text: 'select log.rewrite_keys()' });
  });
}

/**
 * Switches to a new WAL file; a checkpoint then deletes earlier files. An earlier release kept
 * files for reuse. Switches fill these files with zeroes.
 */
async function deleteOldWal(database: Database): Promise<void> {
  for (let switched = 0; switched < recycledFilesMax; switched += 1) {
    // A switch at the beginning of a file does nothing, so a record is written first.
    await database.run({ text: `select pg_logical_emit_message(false, 'hub', '')` });
    await database.run({ text: 'select pg_switch_wal()' });
    const { more } = await database.one<{ more: boolean }>({
      text: `select exists (
               select
               from pg_ls_waldir()
               where name ~ '^[0-9A-F]{24}$' and name >= pg_walfile_name(pg_current_wal_lsn() + 1)
             ) as more`,
    });
    if (!more) break;
  }
  await database.run({ text: 'checkpoint' });
}
