import { eraseSubjectsFromLog } from '../../../shared/log/erase-subjects-from-log.ts';
import { eraseSubjects } from '../../../shared/projection/upkeep/erase-subjects.ts';
import type { OperationHub } from '../operation-hub.ts';
import { forgetItemNames } from './forget-item-names.ts';
import { ignoreLogDamage } from './ignore-log-damage.ts';

/**
 * Makes records of subjects unreadable, and deletes their rows from every table. Call it after the
 * event of the erasure; a repeated call finishes an interrupted call. `emptyLateRecords` handles
 * later records.
 */
export async function carryOutErasure(
  { journal, database }: Pick<OperationHub, 'journal' | 'database'>,
  subjects: readonly string[],
): Promise<void> {
  await eraseSubjectsFromLog(journal.log, subjects);
  await eraseSubjects(database, subjects);
  await forgetItemNames(database, subjects);
  await journal.log.emptyRecords(subjects).catch(ignoreLogDamage);
}
