import { endSubjects } from '../../shared/log/end-subjects.ts';
import { eraseSubjects } from '../../shared/projection/upkeep/erase-subjects.ts';
import type { HubConnection } from './connect.ts';

/**
 * Makes what was decided true: the records of subjects cannot be read any more and every table forgets them. Comes after
 * the event that says so; may be done again, when it was ended half-way.
 */
export async function carryOutErasure(
  { journal, database }: Pick<HubConnection, 'journal' | 'database'>,
  subjects: readonly string[],
): Promise<void> {
  await endSubjects(journal.log, subjects);
  await eraseSubjects(database, subjects);
  await journal.log.emptyRecords(subjects);
}
