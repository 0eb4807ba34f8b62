import { pause, pollUntil } from '../../../async/waiting.ts';
import { clockSql } from '../../../postgres/clock/clock-sql.ts';
import type { Database } from '../../../postgres/database.ts';
import { isWorkerAliveSql } from '../../leases/workers.ts';

/** Slows a rebuild down, so that a running hub stays fast. */
export interface LoadLimit {
  /**
   * Whether the rebuild has the machine for itself: no running hub was found, or `fullSpeed`
   * is set. Next to a running hub, a rebuild does one thing at a time, on one CPU.
   */
  isAlone(): boolean;
  /** Records of the next batch; more without a running hub. */
  batchRecords(): number;
  /** Await this after each batch, with its records and the time that it took. */
  afterBatch(records: number, workedMs: number): Promise<void>;
}

export interface LoadLimitOptions {
  readonly database: Database;
  /** Maximum number of records per second; no limit when not given. */
  readonly rate?: number;
  /** Works as if no hub were running. */
  readonly fullSpeed?: boolean;
  readonly signal: AbortSignal;
}

const refreshEveryMs = 250;
/**
 * Without a backlog, a watermark is 2 to 6.2 s old (`timeout-clock.ts`). So this allows a lag
 * of at least 1.3 s.
 */
const watermarkAgeMaxMs = 7_500;
const lagPauseMs = 100;
/**
 * After this time, a rebuild continues even if live projections are behind: the rebuild is
 * perhaps not the cause.
 */
const lagPauseMaxMs = 20_000;
/**
 * Next to a running hub, a rebuild rests five times as long as it worked. With batches of 1,000
 * records, or several projections written at once, the p99 of reads on two CPUs doubled, however
 * long the rebuild rested.
 */
const restShare = 5;
/** Longest rest: a batch also takes long when the log or the database does not answer. */
const restMaxMs = 5_000;
const batchRecordsNextToHub = 250;
/**
 * A transaction writes each state once, even if many records of the batch change the state. The
 * bound limits the memory until the commit. With 40,000, a rebuild took no less CPU and held 30 to
 * 40 MB more.
 */
const batchRecordsAlone = 10_000;

export function createLoadLimit({ database, rate, fullSpeed = false, signal }: LoadLimitOptions): LoadLimit {
  let age: number | null = null;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let dueAt = performance.now();

  async function refreshAge(): Promise<void> {
    if (performance.now() - refreshedAt < refreshEveryMs) return;
    age = await oldestLiveWatermark(database);
    refreshedAt = performance.now();
  }

  async function waitForLive(): Promise<void> {
    const isCurrent = async () => {
      await refreshAge();
      return age === null || age <= watermarkAgeMaxMs ? true : null;
    };
    await pollUntil(isCurrent, { withinMs: lagPauseMaxMs, everyMs: lagPauseMs, signal });
  }

  const isAlone = () => fullSpeed || (age === null && refreshedAt > 0);

  return {
    isAlone,
    batchRecords: () => (isAlone() ? batchRecordsAlone : batchRecordsNextToHub),
    afterBatch: async (records, workedMs) => {
      if (rate !== undefined) {
        dueAt = Math.max(dueAt + (records / rate) * 1_000, performance.now() - 1_000);
        await pause(dueAt - performance.now(), signal);
      }
      if (fullSpeed) return;
      await waitForLive();
      if (!isAlone()) await pause(Math.min(workedMs * restShare, restMaxMs), signal);
    },
  };
}

/**
 * Age in ms of the oldest watermark among live partitions that a living process works on; null
 * without such a partition.
 */
async function oldestLiveWatermark(database: Database): Promise<number | null> {
  const { age } = await database.one<{ age: number | null }>({
    text: `select ${clockSql} - min(c.watermark_at) as age
           from projection.checkpoint c
           join projection.generation g using (projection, generation)
           join projection.member m on m.id = c.owner
           where g.state = 'live'
             and ${isWorkerAliveSql}
             and c.watermark_at > 0`,
    name: 'projection-oldest-watermark',
  });
  return age;
}
