import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { partitionName } from '../../events/streams.ts';
import type { DatabaseClock } from '../../postgres/clock/database-clock.ts';
import type { Lease } from '../commit/lease.ts';
import { type Generation, generationKey } from '../generations/generation.ts';
import type { Projection } from '../projection.ts';
import type { Progress } from './progress.ts';

export interface ProjectorMetrics {
  progressed(generation: Generation, lease: Lease, progress: Partial<Progress>): void;
  /** Ends the gauges of the generation's other partitions. */
  held(generation: Generation, leases: readonly Lease[]): void;
  committed(
    generation: Generation,
    batch: { records: number; parked: number; unknown: number; seconds: number },
  ): void;
  fenced(generation: Generation): void;
  retried(generation: Generation): void;
}

const place = ['projection', 'stream', 'partition'] as const;

interface Entry {
  readonly labels: Record<(typeof place)[number], string>;
  readonly progress: Progress;
  readonly held: boolean;
}

/** Ages are computed when they are read, so that they grow for a stuck partition. */
export function createProjectorMetrics(
  clock: DatabaseClock,
  projections: readonly Pick<Projection, 'name'>[],
  registry: Registry = new Registry(),
): ProjectorMetrics {
  /**
   * By `entryKey`. An entry stays when a lease ends: its lag must show as soon as the partition is
   * taken again.
   */
  const entries = new Map<string, Entry>();
  const counters = createCounters(registry);
  // Counters start at 0. Otherwise a series would begin with its first fault, and show no increase.
  for (const { name: projection } of projections) {
    for (const counter of [counters.fenceConflicts, counters.retries, counters.parked, counters.unknown])
      counter.inc({ projection }, 0);
  }

  function gauge(name: string, help: string, measure: (progress: Progress) => number): void {
    new Gauge({
      name,
      help,
      labelNames: place,
      registers: [registry],
      collect() {
        this.reset();
        for (const [labels, value] of worstOf(entries.values(), measure)) this.set(labels, value);
      },
    });
  }

  gauge('projection_lag_records', 'Records of the log that are not projected yet', (at) => at.lagRecords);
  gauge('projection_lag_seconds', 'Age of the oldest record that is not projected yet', (at) =>
    at.oldestUnreadAt === null ? 0 : Math.max(0, clock.now() - at.oldestUnreadAt) / 1_000,
  );
  gauge(
    'projection_watermark_age_seconds',
    'Age of the time up to which everything is projected',
    (at) => Math.max(0, clock.now() - at.watermarkAt) / 1_000,
  );

  function entryOf(generation: Generation, lease: Lease): Entry {
    return entries.get(entryKey(generation, lease)) ?? newEntry(generation, lease, clock.now());
  }

  return {
    progressed: (generation, lease, progress) => {
      const entry = entryOf(generation, lease);
      entries.set(entryKey(generation, lease), { ...entry, progress: { ...entry.progress, ...progress } });
    },
    held: (generation, leases) => {
      for (const [key, entry] of entries) {
        if (key.startsWith(`${generationKey(generation)} `)) entries.set(key, { ...entry, held: false });
      }
      for (const lease of leases)
        entries.set(entryKey(generation, lease), { ...entryOf(generation, lease), held: true });
    },
    committed: (generation, { records, parked, unknown, seconds }) => {
      const projection = generation.projection.name;
      counters.batchRecords.observe({ projection }, records);
      counters.commitSeconds.observe({ projection }, seconds);
      if (parked > 0) counters.parked.inc({ projection }, parked);
      if (unknown > 0) counters.unknown.inc({ projection }, unknown);
    },
    fenced: (generation) => counters.fenceConflicts.inc({ projection: generation.projection.name }),
    retried: (generation) => counters.retries.inc({ projection: generation.projection.name }),
  };
}

function entryKey(generation: Generation, lease: Lease): string {
  return `${generationKey(generation)} ${partitionName(lease)}`;
}

/** The age grows from `now` on, to show a process that never could read the log. */
function newEntry({ projection }: Generation, { stream, partition }: Lease, now: number): Entry {
  const labels = { projection: projection.name, stream, partition: String(partition) };
  return { labels, progress: { lagRecords: 0, oldestUnreadAt: null, watermarkAt: now }, held: false };
}

/** The largest value for each partition, over all generations of a projection. */
function worstOf(
  entries: Iterable<Entry>,
  measure: (progress: Progress) => number,
): Iterable<[Entry['labels'], number]> {
  const worst = new Map<string, [Entry['labels'], number]>();
  for (const { labels, progress, held } of entries) {
    if (!held) continue;
    const key = Object.values(labels).join(' ');
    worst.set(key, [labels, Math.max(worst.get(key)?.[1] ?? 0, measure(progress))]);
  }
  return worst.values();
}

function createCounters(registry: Registry) {
  const options = { labelNames: ['projection'] as const, registers: [registry] };
  return {
    batchRecords: new Histogram({
      ...options,
      name: 'projection_batch_records',
      help: 'Records in a batch',
      buckets: [1, 3, 10, 30, 100, 300, 1_000, 3_000],
    }),
    commitSeconds: new Histogram({
      ...options,
      name: 'projection_commit_seconds',
      help: 'Time to fold a decoded batch and commit it',
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    }),
    fenceConflicts: new Counter({
      ...options,
      name: 'projection_fence_conflicts_total',
      help: 'Batches refused because a partition was taken by another process or stands at a barrier',
    }),
    retries: new Counter({
      ...options,
      name: 'projection_retries_total',
      help: 'Attempts that failed and were repeated',
    }),
    parked: new Counter({
      ...options,
      name: 'projection_parked_records_total',
      help: 'Records that a fold could not take, and records that wait behind them',
    }),
    unknown: new Counter({
      ...options,
      name: 'projection_unknown_records_total',
      help: 'Records of types that only a later release knows, which were skipped',
    }),
  };
}
