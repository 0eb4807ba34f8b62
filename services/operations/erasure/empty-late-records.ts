import { eraseLateRecords } from '../../../shared/log/erase-subjects-from-log.ts';
import type { OperationHub } from '../operation-hub.ts';
import { unlessDamaged } from './ignore-log-damage.ts';

/**
 * After what time no record of an erased subject can still come. A report that was sealed before its key was destroyed, or
 * up to 0.5 s later by a process that did not know, may wait 4.5 s for the log, and its commit a second.
 */
const lateFor = '1 minute';
/** A pass reads the whole log, whatever their number. */
const subjectsMax = 1_000;

/**
 * Empties what came into the log while its subject was being erased, a minute later and once for each subject: what is not
 * sealed would stay readable, and in `hub.state`, as the newest of its key, for ever. Projections have left it out. Cheap
 * when there is nothing to do; safe when raced, and what ended half-way is done again by the next call.
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
  await journal.log.emptyRecords(subjects).catch(unlessDamaged);
  await database.run({
    text: 'update projection.erased set late_emptied = true where subject = any($1)',
    values: [subjects],
  });
}
