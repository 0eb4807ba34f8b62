import { OperatorError } from '../../../errors/errors.ts';
import type { RecordedEvent } from '../../../events/event.ts';
import { partitionName } from '../../../events/streams.ts';
import type { PartitionEnds } from '../../../log/event-log.ts';
import type { Journal } from '../../../log/journal.ts';
import { decodePartitions } from '../../../log/records/decode-partitions.ts';
import type { Database } from '../../../postgres/database.ts';
import { type BatchRecord, toBatch } from '../../commit/batch.ts';
import { type Move, movesOf } from '../../commit/checkpoints.ts';
import { type CommitOptions, commitBatch, commitFolded, dataErrorOf } from '../../commit/commit-batch.ts';
import { placeOf } from '../../commit/decode-batch.ts';
import { readExcluded, rememberedExcluded, withoutExcluded } from '../../commit/excluded-records.ts';
import { eventsToFold, startFolding } from '../../commit/fold-batch.ts';
import type { Checkpoint, ExcludedRecords, Lease } from '../../commit/lease.ts';
import type { Generation } from '../../generations/generation.ts';
import type { Building } from './building-generation.ts';
import { createReadAhead } from './read-ahead.ts';
import type { DecodedRange } from './split-into-pages.ts';

export interface GatherOptions extends CommitOptions {
  readonly journal: Journal;
}

/**
 * A batch whose pages are folded outside of a transaction, which is safe because only one builder
 * writes the generation. A state is written once for many pages.
 */
export interface GatheredPages {
  /**
   * Folds the records that the generation does not have yet.
   * @throws OperatorError when the generation was taken or cancelled
   */
  fold(page: readonly DecodedRange[]): Promise<void>;
  /** @throws as `fold` */
  commit(): Promise<void>;
}

/** Records of one transaction when a refused batch is tried again in parts. */
const carefulRecords = 2_000;

export function gatherPages(options: GatherOptions, { generation, leases }: Building): GatheredPages {
  const { database, decisions, journal } = options;
  const { projection } = generation;
  const leaseOf = new Map(leases.map((lease) => [partitionName(lease), lease]));
  let folding = startFolding(projection);
  let reached = new Map<Lease, Checkpoint>();
  let excluded: ReadonlyMap<Lease, ExcludedRecords> | null = null;

  function newOf(page: readonly DecodedRange[]): BatchRecord[] {
    return page.flatMap(({ place, records, decoded }) => {
      const lease = leaseOf.get(partitionName(place));
      if (lease === undefined) return [];
      const { nextOffset, recordTime } = reached.get(lease) ?? lease.checkpoint;
      const first = records.findIndex(({ offset }) => offset >= nextOffset);
      if (first === -1) return [];
      return toBatch(projection, lease, records.slice(first), decoded.slice(first), recordTime);
    });
  }

  async function fold(page: readonly DecodedRange[]): Promise<void> {
    const batch = newOf(page);
    if (batch.length === 0) return;
    if (projection.special?.loadsWholeBatches === true || batch.some(({ endsSubject }) => endsSubject)) {
      await commit();
      return commitNow(newOf(page));
    }
    // If something is erased or decided after this read, the commit notices it.
    excluded ??= rememberedExcluded(leases) ?? (await readExcluded(database, generation, leases, decisions));
    const kept = withoutExcluded(generation, batch, excluded);
    const loaded = await statesOf(database, generation, eventsToFold(projection, kept), folding.states);
    if (loaded === null) {
      // `commitBatch` finds the record that the database refuses.
      await commit();
      return commitNow(newOf(page));
    }
    folding.fold(kept, loaded);
    for (const { lease, to } of movesOf(generation, batch)) reached.set(lease, to);
  }

  async function commit(): Promise<void> {
    if (reached.size === 0) return;
    const moves = movesTo(generation, reached);
    const excludedHere = new Map([...(excluded ?? [])].filter(([lease]) => reached.has(lease)));
    const pages = { ...folding.result(), moves, excluded: excludedHere };
    folding = startFolding(projection);
    reached = new Map();
    excluded = null;
    const { kind } = await commitFolded(options, generation, pages);
    if (kind === 'lost') throw taken(projection.name);
    if (kind === 'refused') await commitCarefully(moves);
  }

  /** Small batches find the refused records. */
  async function commitCarefully(moves: readonly Move[]): Promise<void> {
    const positions = moves.map(({ lease }) => placeOf(lease));
    const options = { recordsOfNext: () => carefulRecords, aheadNow: () => false };
    const reading = createReadAhead(journal, positions, moves.map(endOf), options);
    for (let chunk = await reading.next(); chunk !== null; chunk = await reading.next()) {
      await commitNow(newOf(await decodePartitions(journal, chunk.ranges)));
    }
  }

  async function commitNow(batch: readonly BatchRecord[]): Promise<void> {
    if (batch.length === 0) return;
    if ((await commitBatch(options, generation, batch)).kind === 'lost') throw taken(projection.name);
  }

  return { fold, commit };
}

function movesTo(generation: Generation, reached: ReadonlyMap<Lease, Checkpoint>): Move[] {
  return Array.from(reached, ([lease, to]) => ({ generation, lease, from: lease.checkpoint.nextOffset, to }));
}

function endOf({ lease: { stream, partition }, to }: Move): PartitionEnds {
  return { stream, partition, start: 0, end: to.nextOffset };
}

/** Null when the database refuses data in the events. */
async function statesOf(
  database: Database,
  { projection, schema }: Generation,
  events: readonly RecordedEvent[],
  known: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, unknown> | null> {
  if (events.length === 0) return new Map();
  try {
    return await projection.load({ ...database, schema }, events, known);
  } catch (error) {
    if (isMissingTable(error)) throw taken(projection.name);
    if (dataErrorOf(error) !== null) return null;
    throw error;
  }
}

/** Cancelling a generation drops its tables (undefined_table, invalid_schema_name). */
function isMissingTable(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '42P01' || code === '3F000';
}

function taken(name: string): OperatorError {
  return new OperatorError(
    'generation_taken',
    `the generation of ${name} that is being built was cancelled or taken by another process`,
  );
}
