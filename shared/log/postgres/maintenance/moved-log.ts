import { isKeptForever, type StreamName } from '../../../events/streams.ts';
import type { Sql } from '../../../postgres/database.ts';
import type { CopiedPartition } from '../../copy/copy-streams.ts';
import { packTable, streamTable } from '../ensure-streams.ts';

/** SQL of `partition`, `offset` and `number`, which is the offset in a copy of the log. */
export function copyOffsetsSql(stream: StreamName): string {
  return `select partition, "offset", row_number() over (partition by partition order by "offset") - 1 as number
          from ${streamTable(stream)}`;
}

/**
 * Empties a log that was moved to Kafka: retention and erasure no longer reach records here.
 * Counters keep their offsets.
 */
export async function emptyLog(sql: Sql): Promise<void> {
  await sql.run({ text: 'truncate log.record, log.pack' });
  await sql.run({ text: 'update log.partition set start_offset = next_offset' });
}

export async function findStreamsWithRecords(sql: Sql): Promise<StreamName[]> {
  const rows = await sql.many<{ stream: StreamName }>({
    text: 'select distinct stream from log.partition where next_offset > start_offset order by stream',
  });
  return rows.map(({ stream }) => stream);
}

/** Empties streams for a copy of another log, whose offsets begin again. */
export async function resetStreams(sql: Sql, streams: readonly StreamName[]): Promise<void> {
  if (streams.length === 0) return;
  const tables = [...streams.map(streamTable), ...streams.filter(isKeptForever).map(packTable)];
  await sql.run({ text: `truncate ${tables.join()}` });
  await sql.run({
    text: `update log.partition
           set start_offset = 0, next_offset = 0, packed_offset = 0, compacted_offset = 0, last_time = 0
           where stream = any($1)`,
    values: [streams],
  });
}

/** After the last records of the other log, records may have been deleted. */
export async function continueOffsets(sql: Sql, copied: readonly CopiedPartition[]): Promise<void> {
  await sql.run({
    text: `update log.partition as p
           set start_offset = source.start, next_offset = source.past
           from unnest($1::text[], $2::smallint[], $3::bigint[], $4::bigint[])
             as source (stream, partition, start, past)
           where p.stream = source.stream
             and p.partition = source.partition`,
    values: [
      copied.map(({ stream }) => stream),
      copied.map(({ partition }) => partition),
      copied.map(({ sourceStart }) => sourceStart),
      copied.map(({ sourceEnd }) => sourceEnd),
    ],
  });
}
