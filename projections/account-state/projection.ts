import type { GenerationTx, Projection } from '../../shared/projection/projection.ts';
import { type Part, type PartReported, partOf, partTypes } from './part.ts';

/**
 * The last record of a key wins, live and in a rebuild, so the fold compares no times and loads
 * nothing.
 */
export const accountStateProjection: Projection<Part | null, PartReported> = {
  name: 'account-state',
  version: { shape: 1, logic: 1 },
  streams: ['hub.state'],
  handles: partTypes,
  migrations: new URL('./migrations/', import.meta.url),
  paceMs: 150,
  ingestReads: [{ table: 'part' }],
  offsets: { table: 'part', column: 'last_offset' },
  watermarkEveryMs: 2_000,
  parks: 'subject',
  keyOf: (event) => `${event.subject}/${partOf(event)}`,
  load: async () => new Map(),
  initial: () => null,
  evolve: (_state, event) => ({
    account_id: event.subject,
    part: partOf(event),
    partition: event.partition,
    last_offset: event.offset,
    changed_at: event.recordTime,
    value: event.data,
  }),
  save: saveParts,
};

/** One JSON parameter costs less CPU than six arrays. */
async function saveParts(tx: GenerationTx, states: ReadonlyMap<string, Part | null>): Promise<void> {
  const parts = [...states.values()].filter((part) => part !== null);
  if (parts.length === 0) return;
  await tx.run({
    name: `save-parts ${tx.schema}`,
    text: `insert into ${tx.schema}.part (account_id, part, partition, last_offset, changed_at, value)
           select account_id, part, partition, last_offset, changed_at, value
           from json_to_recordset($1::json) as reported (
             account_id text, part text, partition smallint, last_offset bigint, changed_at bigint, value json
           )
           on conflict (account_id, part) do update
           set partition = excluded.partition,
               last_offset = excluded.last_offset,
               changed_at = excluded.changed_at,
               value = excluded.value`,
    values: [JSON.stringify(parts)],
  });
}
