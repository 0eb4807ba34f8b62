import { eraseLateRecords } from '../../../shared/log/erase-subjects-from-log.ts';
import type { OperationHub } from '../operation-hub.ts';
import { forgetItemNames } from './forget-item-names.ts';
import { ignoreLogDamage } from './ignore-log-damage.ts';

/** A record of an erased subject arrives at most 6 s after the erasure. */
const lateFor = '1 minute';
/** A pass reads the whole log once for all its subjects. */
const subjectsMax = 1_000;

/**
 * Empties records that arrived during the erasure of their subject. Unsealed records would stay
 * readable in the log, in `hub.state` for ever. Several processes may call this at the same time.
 * The next call finishes an interrupted call.
 */
export async function emptyLateRecords({
  journal,
  database,
}: Pick<OperationHub, 'journal' | 'database'>): Promise<void> {
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
