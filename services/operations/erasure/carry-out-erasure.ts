import { eraseSubjectsFromLog } from '../../../shared/log/erase-subjects-from-log.ts';
import { eraseSubjects } from '../../../shared/projection/upkeep/erase-subjects.ts';
import type { OperationHub } from '../operation-hub.ts';
import { ignoreLogDamage } from './ignore-log-damage.ts';

/**
 * Erases subjects: makes their records in the log unreadable and deletes their rows from every
 * table. Runs after the event of the erasure, and again if it was interrupted. Records that arrive
 * later are the task of `emptyLateRecords`.
 */
export async function carryOutErasure(
  { journal, database }: Pick<OperationHub, 'journal' | 'database'>,
  subjects: readonly string[],
): Promise<void> {
  await eraseSubjectsFromLog(journal.log, subjects);
  await eraseSubjects(database, subjects);
  await journal.log.emptyRecords(subjects).catch(ignoreLogDamage);
}
