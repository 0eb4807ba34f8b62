import { type Partition, partitionOf, streamNames } from '../../events/streams.ts';
import type { Database } from '../../postgres/database.ts';
import { streamTable } from './ensure-streams.ts';

/** Offsets that one statement covers. It finds a subject's records by reading all keys, 100,000 in about 30 ms. */
const offsetsPerStatement = 100_000;

/**
 * Removes the values of the records of subjects, wrapped data keys included. Offset, id and time stay, so that no other
 * record changes its place. @returns how many records were emptied now
 */
export async function emptyRecords(database: Database, subjects: readonly string[]): Promise<number> {
  let emptied = 0;
  for (const stream of streamNames) {
    const partitions = new Set(subjects.map((subject) => partitionOf(stream, subject)));
    for (const partition of partitions) {
      emptied += await emptyPartition(database, { stream, partition }, subjects);
    }
  }
  return emptied;
}

async function emptyPartition(
  database: Database,
  { stream, partition }: Partition,
  subjects: readonly string[],
): Promise<number> {
  const { first, past } = await database.one<{ first: number; past: number }>({
    text: `
      select start_offset as first, next_offset as past
      from log.partition
      where stream = $1
        and partition = $2`,
    values: [stream, partition],
  });
  let emptied = 0;
  for (let from = first; from < past; from += offsetsPerStatement) {
    emptied += await database.run({
      text: `
        update ${streamTable(stream)}
        set value = null, key_id = null
        where partition = $1
          and "offset" >= $2
          and "offset" < $3
          and split_part(key, '/', 1) = any($4)
          and value is not null`,
      values: [partition, from, Math.min(from + offsetsPerStatement, past), subjects],
    });
  }
  return emptied;
}
