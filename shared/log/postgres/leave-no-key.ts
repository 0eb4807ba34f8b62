import type { Database } from '../../postgres/database.ts';
import { retryUntil } from '../../waiting.ts';

/** While it waits for readers of the table, appends of keys wait behind it. */
const lockWithin = '1s';
const lockedWithinMs = 60_000;
const tryEveryMs = 500;
const lockNotAvailable = '55P03';
/** Files of WAL that may lie ready: those of `max_wal_size`, and one more. */
const readyFilesMax = 33;

/**
 * Leaves no wrapped key that was destroyed on the disk of the server: writes the table of keys anew, and where the server is
 * set up not to write over old files of its WAL, as the embedded one is, lets those of before be deleted. What else has
 * them, backups, archives of WAL and standbys, is the operator's. @throws when the table stays in use for over a minute
 */
export async function leaveNoKey(database: Database): Promise<void> {
  await retryUntil(() => rewriteKeys(database), {
    withinMs: lockedWithinMs,
    everyMs: tryEveryMs,
    mayPass: (error) => error instanceof Error && 'code' in error && error.code === lockNotAvailable,
  });
  const { may } = await database.one<{ may: boolean }>({
    text: `select current_setting('wal_recycle') = 'off'
             and pg_has_role('pg_checkpoint', 'usage')
             and has_function_privilege('pg_switch_wal()', 'execute')
             and has_function_privilege('pg_ls_waldir()', 'execute') as may`,
  });
  if (may) await leaveWal(database);
}

async function rewriteKeys(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run({ text: `set local lock_timeout = '${lockWithin}'` });
    await tx.run({ text: 'select log.rewrite_keys()' });
  });
}

/**
 * Goes on to a new file, and a checkpoint then deletes those before it. A release that let files be written over has left
 * some ready with what they held: they are gone through first, since what a file is left with is zeroes.
 */
async function leaveWal(database: Database): Promise<void> {
  for (let left = 0; left < readyFilesMax; left += 1) {
    // Without a record a switch at the beginning of a file does nothing.
    await database.run({ text: `select pg_logical_emit_message(false, 'hub', '')` });
    await database.run({ text: 'select pg_switch_wal()' });
    const { ready } = await database.one<{ ready: boolean }>({
      text: `select exists (
               select
               from pg_ls_waldir()
               where name ~ '^[0-9A-F]{24}$' and name >= pg_walfile_name(pg_current_wal_lsn() + 1)
             ) as ready`,
    });
    if (!ready) break;
  }
  await database.run({ text: 'checkpoint' });
}
