import { isKeptForever, type StreamName } from '../../events/streams.ts';
import type { CopiedPartition } from '../../log/copy/copy-streams.ts';
import type { Tx } from '../../postgres/database.ts';
import { quoted } from '../../postgres/quoted-schema.ts';
import { readStoredGenerations } from '../generations/generation-roles.ts';
import type { Projection } from '../projection.ts';

/**
 * Adapts checkpoints and tables to a copied log, in which streams that lose records have new
 * offsets. Raises the fences (column `epoch`), so that no process continues from its old position.
 * @param numbersSql selects (partition, offset, number) from the old log, which must still be
 * complete
 */
export async function renumberOffsets(
  tx: Tx,
  projections: readonly Projection[],
  copied: readonly CopiedPartition[],
  numbersSql: (stream: StreamName) => string,
): Promise<void> {
  const renumbered = copied.filter(({ stream }) => !isKeptForever(stream));
  await tx.run({
    text: `update projection.checkpoint as c
           set next_offset = m.next_offset,
               last_append_time = m.last_append_time,
               epoch = c.epoch + 1,
               revision = c.revision + 1,
               owner = null,
               barrier_at = null
           from unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[])
             as m (stream, partition, next_offset, last_append_time)
           where c.stream = m.stream
             and c.partition = m.partition`,
    values: [
      renumbered.map(({ stream }) => stream),
      renumbered.map(({ partition }) => partition),
      renumbered.map(({ end }) => end),
      renumbered.map(({ lastTime }) => lastTime),
    ],
  });
  for (const projection of projections) await renumberRows(tx, projection, numbersSql);
}

async function renumberRows(
  tx: Tx,
  { name, streams, special }: Projection,
  numbersSql: (stream: StreamName) => string,
): Promise<void> {
  const [stream] = streams;
  const offsets = special?.offsets;
  if (offsets === undefined || stream === undefined) return;
  const generations = await readStoredGenerations(tx, name);
  for (const { schema_name } of generations.filter(({ state }) => state === 'live' || state === 'ready')) {
    await tx.run({
      text: `update ${quoted(schema_name)}.${offsets.table} as row
             set ${offsets.column} = kept.number
             from (${numbersSql(stream)}) as kept
             where kept.partition = row.partition
               and kept."offset" = row.${offsets.column}
               and kept.number <> kept."offset"`,
    });
  }
}
