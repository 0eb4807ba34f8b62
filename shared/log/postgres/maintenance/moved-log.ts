import { type StreamName, streamNames } from '../../../events/streams.ts';
import type { Sql } from '../../../postgres/database.ts';
import type { PartitionEnds } from '../../event-log.ts';
import { streamTable } from '../ensure-streams.ts';

/** Partitions with another end than the given end, as `stream/partition`. */
export async function findChangedEnds(
  sql: Sql,
  ends: readonly Pick<PartitionEnds, 'stream' | 'partition' | 'end'>[],
): Promise<string[]> {
  const rows = await sql.many<{ place: string }>({
    text: `
      select p.stream || '/' || p.partition as place
      from log.partition as p
      left join unnest($1::text[], $2::smallint[], $3::bigint[]) as copied (stream, partition, past)
        using (stream, partition)
      where p.stream = any($4)
        and p.next_offset is distinct from copied.past
      order by 1`,
    values: [
      ends.map(({ stream }) => stream),
      ends.map(({ partition }) => partition),
      ends.map(({ end }) => end),
      streamNames,
    ],
  });
  return rows.map(({ place }) => place);
}

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
