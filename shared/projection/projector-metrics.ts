import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseClock } from '../postgres/database-clock.ts';
import { type Generation, generationKey } from './generation.ts';
import type { Lease } from './lease.ts';
import type { Progress } from './progress.ts';

export interface ProjectorMetrics {
  progressed(generation: Generation, lease: Lease, progress: Partial<Progress>): void;
  /** Only these partitions of the generation are worked on here; the others' gauges end. */
  held(generation: Generation, leases: readonly Lease[]): void;
  committed(generation: Generation, batch: { records: number; parked: number; seconds: number }): void;
  fenced(generation: Generation): void;
  retried(generation: Generation): void;
}

const place = ['projection', 'stream', 'partition'] as const;

interface Entry {
  readonly generation: Generation;
  readonly lease: Lease;
  readonly progress: Progress;
}

/** The engine's metrics in `registry`. Ages grow at the scrape, so that a stuck partition shows. */
export function createProjectorMetrics(
  clock: DatabaseClock,
  registry: Registry = new Registry(),
): ProjectorMetrics {
  const entries = new Map<string, Map<Lease, Entry>>();
  const counters = createCounters(registry);

  function gauge(name: string, help: string, measure: (progress: Progress) => number): void {
    new Gauge({
      name,
      help,
      labelNames: place,
      registers: [registry],
      collect() {
        this.reset();
        for (const [labels, value] of worstOf(entries, measure)) this.set(labels, value);
      },
    });
  }

  gauge('projection_lag_records', 'Records of the log that are not projected yet', (at) => at.lagRecords);
  gauge('projection_lag_seconds', 'Age of the oldest record that is not projected yet', (at) =>
    at.oldestUnreadAt === null ? 0 : Math.max(0, clock.now() - at.oldestUnreadAt) / 1_000,
  );
  gauge('projection_watermark_age_seconds', 'Age of the time up to which everything is projected', (at) =>
    at.watermarkAt === 0 ? 0 : Math.max(0, clock.now() - at.watermarkAt) / 1_000,
  );

  return {
    progressed: (generation, lease, progress) => {
      const mine = entries.get(generationKey(generation));
      const before = mine?.get(lease);
      if (before !== undefined) {
        mine?.set(lease, { ...before, progress: { ...before.progress, ...progress } });
      }
    },
    held: (generation, leases) => {
      const before = entries.get(generationKey(generation));
      const none: Progress = { lagRecords: 0, oldestUnreadAt: null, watermarkAt: 0 };
      entries.set(
        generationKey(generation),
        new Map(leases.map((lease) => [lease, before?.get(lease) ?? { generation, lease, progress: none }])),
      );
    },
    committed: (generation, { records, parked, seconds }) => {
      const projection = generation.projection.name;
      counters.batchRecords.observe({ projection }, records);
      counters.commitSeconds.observe({ projection }, seconds);
      if (parked > 0) counters.parked.inc({ projection }, parked);
    },
    fenced: (generation) => counters.fenceConflicts.inc({ projection: generation.projection.name }),
    retried: (generation) => counters.retries.inc({ projection: generation.projection.name }),
  };
}

type Labels = Record<(typeof place)[number], string>;

/** One value for each place: the largest, where two generations of a projection are kept current. */
function worstOf(
  entries: ReadonlyMap<string, ReadonlyMap<Lease, Entry>>,
  measure: (progress: Progress) => number,
): [Labels, number][] {
  const worst = new Map<string, [Labels, number]>();
  for (const { generation, lease, progress } of [...entries.values()].flatMap((mine) => [...mine.values()])) {
    const labels = {
      projection: generation.projection.name,
      stream: lease.stream,
      partition: String(lease.partition),
    };
    const key = Object.values(labels).join(' ');
    worst.set(key, [labels, Math.max(worst.get(key)?.[1] ?? 0, measure(progress))]);
  }
  return [...worst.values()];
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
      help: 'Time from the start of a batch to its commit',
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    }),
    fenceConflicts: new Counter({
      ...options,
      name: 'projection_fence_conflicts_total',
      help: 'Batches refused because another process has a partition of theirs',
    }),
    retries: new Counter({
      ...options,
      name: 'projection_retries_total',
      help: 'Attempts that failed and were made again',
    }),
    parked: new Counter({
      ...options,
      name: 'projection_parked_records_total',
      help: 'Records that a fold could not take, and those behind them',
    }),
  };
}
