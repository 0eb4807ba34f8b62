import { OperatorError } from '../../../errors.ts';
import { partitionName } from '../../../events/streams.ts';
import type { PartitionEnds, ReadPosition } from '../../../log/event-log.ts';
import type { Journal } from '../../../log/journal.ts';
import { toBatch } from '../../commit/batch.ts';
import { type CommitOptions, commitBatch } from '../../commit/commit-batch.ts';
import { placeOf } from '../../commit/decode-batch.ts';
import type { Building } from './building-generation.ts';
import { interruption } from './patient-journal.ts';
import { type Chunk, createReadAhead } from './read-ahead.ts';
import type { Throttle } from './throttle.ts';

export interface BulkLoadOptions extends CommitOptions {
  readonly journal: Journal;
  readonly ends: readonly PartitionEnds[];
  /** Records of the next transaction of each projection. */
  readonly batchRecords: () => number;
  readonly throttle: Throttle;
  readonly signal: AbortSignal;
  readonly onRead: (chunk: Chunk) => void;
}

/**
 * Reads the log once up to `ends` and folds each chunk into all of the given generations that do not have it yet. After a
 * crash each generation continues from its own position.
 * @throws OperatorError when the log lacks records, a generation was cancelled, or `signal` is aborted
 */
export async function bulkLoad(buildings: readonly Building[], options: BulkLoadOptions): Promise<void> {
  const { journal, ends, batchRecords, throttle, signal, onRead } = options;
  const reading = createReadAhead(journal, placesOf(buildings), ends, {
    recordsOfNext: batchRecords,
    aheadNow: throttle.isAlone,
  });
  for (;;) {
    const startedAt = performance.now();
    const chunk = await reading.next();
    if (signal.aborted) throw interruption();
    if (chunk === null) return;
    if (throttle.isAlone()) await projectTogether(options, buildings, chunk);
    else for (const building of buildings) await project(options, building, chunk);
    onRead(chunk);
    await throttle.afterBatch(chunk.records, performance.now() - startedAt);
  }
}

async function projectTogether(
  options: CommitOptions,
  buildings: readonly Building[],
  chunk: Chunk,
): Promise<void> {
  // Waits for all, so that none still writes when the first failure is thrown.
  const outcomes = await Promise.allSettled(buildings.map((building) => project(options, building, chunk)));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Each partition once, at the position of the generation that is furthest behind. */
export function placesOf(buildings: readonly Building[]): ReadPosition[] {
  const places = new Map<string, ReadPosition>();
  for (const lease of buildings.flatMap(({ leases }) => leases)) {
    const place = placeOf(lease);
    const key = partitionName(place);
    const known = places.get(key);
    if (known === undefined || place.offset < known.offset) places.set(key, place);
  }
  return [...places.values()];
}

async function project(
  options: CommitOptions,
  { generation, leases }: Building,
  chunk: Chunk,
): Promise<void> {
  const { projection } = generation;
  const leaseOf = new Map(leases.map((lease) => [partitionName(lease), lease]));
  const batch = chunk.stretches.flatMap(({ place, records, decoded }) => {
    const lease = leaseOf.get(partitionName(place));
    if (lease === undefined) return [];
    const had = records.findIndex(({ offset }) => offset >= lease.checkpoint.nextOffset);
    if (had === -1) return [];
    return toBatch(projection, lease, records.slice(had), decoded.slice(had));
  });
  if (batch.length === 0) return;
  if ((await commitBatch(options, generation, batch)).kind === 'lost') {
    throw new OperatorError(
      'generation_taken',
      `the generation of ${projection.name} that is being built was cancelled or taken by another process`,
    );
  }
}
