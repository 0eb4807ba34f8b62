import { pause, pollUntil } from '../../../async/waiting.ts';
import { clockSql } from '../../../postgres/clock/clock-sql.ts';
import type { Database } from '../../../postgres/database.ts';
import { isWorkerAliveSql } from '../../leases/workers.ts';

/** Slows a rebuild down, so that a hub that runs beside it is not slowed down. */
export interface LoadLimit {
  /**
   * Whether it has the machine for itself: no hub was found beside it, or it is to go at full speed. Beside one, a rebuild
   * does one thing at a time, on one CPU.
   */
  isAlone(): boolean;
  /** Records of the next batch; more when no hub runs beside it. */
  batchRecords(): number;
  /** To be awaited after each batch, with its records and the time that it took. */
  afterBatch(records: number, workedMs: number): Promise<void>;
}

export interface LoadLimitOptions {
  readonly database: Database;
  /** Records per second at most; none when not given. */
  readonly rate?: number;
  /** Works as if no hub ran beside it. */
  readonly fullSpeed?: boolean;
  readonly signal: AbortSignal;
}

const lookEveryMs = 250;
/** Without a backlog a watermark is 2 to 6.2 s old (`timeouts-judged-at.ts`), so this allows a lag of at least 1.3 s. */
const watermarkAgeMaxMs = 7_500;
const lagPauseMs = 100;
/** After this a rebuild goes on even if live projections are behind, because it may not be the cause. */
const lagPauseMaxMs = 20_000;
/**
 * Beside a running hub it rests five times as long as it worked. With batches of 1,000 records, or several projections
 * written at once, the p99 of reads on two CPUs doubled, however long it rested.
 */
const restShare = 5;
/** Longest rest: a batch also takes long when the log or the database does not answer. */
const restMaxMs = 5_000;
const batchRecordsBeside = 250;
/**
 * One transaction writes a state once, however many of its records change it; the bound is for what is in memory until then.
 * With 40,000 a rebuild took no less CPU and held 30 to 40 MB more.
 */
const batchRecordsAlone = 10_000;

export function createLoadLimit({ database, rate, fullSpeed = false, signal }: LoadLimitOptions): LoadLimit {
  let age: number | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let dueAt = performance.now();

  async function look(): Promise<void> {
    if (performance.now() - lookedAt < lookEveryMs) return;
    age = await oldestLiveWatermark(database);
    lookedAt = performance.now();
  }

  async function waitForLive(): Promise<void> {
    const isCurrent = async () => {
      await look();
      return age === null || age <= watermarkAgeMaxMs ? true : null;
    };
    await pollUntil(isCurrent, { withinMs: lagPauseMaxMs, everyMs: lagPauseMs, signal });
  }

  const isAlone = () => fullSpeed || (age === null && lookedAt > 0);

  return {
    isAlone,
    batchRecords: () => (isAlone() ? batchRecordsAlone : batchRecordsBeside),
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

/** Age in ms of the oldest watermark among live partitions that a living process works on; null when there is none. */
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
