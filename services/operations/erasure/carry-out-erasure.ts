import { OperatorError } from '../../../shared/errors/errors.ts';
import { eraseLateRecords, eraseSubjectsFromLog } from '../../../shared/log/erase-subjects-from-log.ts';
import { logDamagedCode } from '../../../shared/log/event-log.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { hasTable } from '../../../shared/postgres/schema/has-table.ts';
import { eraseSubjects } from '../../../shared/projection/upkeep/erase-subjects.ts';
import type { OperationHub } from '../operation-hub.ts';

type ErasedHub = Pick<OperationHub, 'journal' | 'database'>;

/**
 * Makes records of subjects unreadable, and deletes their rows from every table. Call it after the
 * event of the erasure; a repeated call finishes an interrupted call. `emptyLateRecords` handles
 * later records.
 */
export async function carryOutErasure(
  { journal, database }: ErasedHub,
  subjects: readonly string[],
): Promise<void> {
  await eraseSubjectsFromLog(journal.log, subjects);
  await eraseSubjects(database, subjects);
  await forgetItemNames(database, subjects);
  await journal.log.emptyRecords(subjects).catch(ignoreLogDamage);
}

/** A record of an erased subject arrives at most 6 s after the erasure. */
const lateFor = '1 minute';
/** A pass reads the whole log once for all its subjects. */
const subjectsMax = 1_000;

/**
 * Empties records that arrived during the erasure of their subject. Unsealed records would stay
 * readable in the log, in `hub.state` for ever. Several processes may call this at the same time.
 * The next call finishes an interrupted call.
 */
export async function emptyLateRecords({ journal, database }: ErasedHub): Promise<void> {
  const due = await database.many<{ subject: string }>({
    text: `select subject
           from projection.erased
           where not late_emptied and erased_at < clock_timestamp() - $1::interval
           order by erased_at
           limit $2`,
    values: [lateFor, subjectsMax],
  });
  if (due.length === 0) return;
  const subjects = due.map(({ subject }) => subject);
  await eraseLateRecords(journal.log, subjects);
  await forgetItemNames(database, subjects);
  await journal.log.emptyRecords(subjects).catch(ignoreLogDamage);
  await database.run({
    text: 'update projection.erased set late_emptied = true where subject = any($1)',
    values: [subjects],
  });
}

/**
 * Removes names of items that only reports of these accounts and members gave, because anybody can
 * invent a name. Other processes read the change within a minute.
 */
async function forgetItemNames(database: Database, subjects: readonly string[]): Promise<void> {
  // Ingest processes create the table at their start.
  if (!(await hasTable(database, 'hub.known_item'))) return;
  await database.run({
    text: `update hub.known_item
           set name = null, named_by = '{}', written_at = floor(extract(epoch from clock_timestamp()) * 1000)::bigint
           where named_by && $1::text[]`,
    values: [subjects],
  });
}

/**
 * Damaged pages of the log must not stop an erasure. All other records are empty by then, and the
 * damaged records are unreadable without their keys.
 */
export function ignoreLogDamage(error: unknown): void {
  if (!(error instanceof OperatorError) || error.code !== logDamagedCode) throw error;
}
