import { endSubjects } from '../../shared/log/end-subjects.ts';
import { emptyRecords } from '../../shared/log/postgres/empty-records.ts';
import type { Database } from '../../shared/postgres/database.ts';
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
  // A hub that moved to Kafka may still have the log that it came from.
  if (await hasEmbeddedLog(database)) await emptyRecords(database, subjects);
}

async function hasEmbeddedLog(database: Database): Promise<boolean> {
  const { found } = await database.one<{ found: boolean }>({
    text: `select to_regclass('log.partition') is not null as found`,
  });
  return found;
}
