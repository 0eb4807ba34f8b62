import type { GenerationTx, Projection } from '../../shared/projection/projection.ts';
import { writeRows } from '../../shared/projection/tables/write-rows.ts';
import { type Part, type PartReported, partOf, partTypes } from './part.ts';

const partTable = {
  table: 'part',
  columns: {
    account_id: 'text',
    part: 'text',
    partition: 'int2',
    last_offset: 'int8',
    changed_at: 'int8',
    value: 'json',
  },
  key: ['account_id', 'part'],
} as const;

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
  special: {
    paceMs: 200,
    watermarkEveryMs: 2_000,
    ingestReads: [{ table: 'part' }],
    offsets: { table: 'part', column: 'last_offset' },
    statesAreRows: partTable,
  },
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

async function saveParts(tx: GenerationTx, states: ReadonlyMap<string, Part | null>): Promise<void> {
  await writeRows(
    tx,
    partTable,
    [...states.values()].filter((part) => part !== null),
  );
}
