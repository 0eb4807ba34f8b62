import { pause, pollUntil } from '../../../async/waiting.ts';
import { clockSql } from '../../../postgres/clock/clock-sql.ts';
import type { Database } from '../../../postgres/database.ts';
import { isWorkerAliveSql } from '../../leases/workers.ts';

export interface LoadLimit {
  mayUseWholeMachine(): boolean;
  batchRecords(): number;
  /** Await this after each batch. */
  afterBatch(records: number, workedMs: number): Promise<void>;
}

export interface LoadLimitOptions {
  readonly database: Database;
  /** Records per second; no limit when not given. */
  readonly rate?: number | undefined;
  /** Works as if no hub were running. */
  readonly fullSpeed?: boolean | undefined;
  readonly signal: AbortSignal;
}

const refreshEveryMs = 250;
/** Without a backlog, a watermark is at most 9.2 s old (`quiet-watermarks.ts`). */
const watermarkAgeMaxMs = 10_500;
const lagPauseMs = 100;
/** After this time, a rebuild continues: it is perhaps not the cause of the lag. */
const lagPauseMaxMs = 20_000;
const pauseMsPerWorkedMs = 5;
/** A batch also takes long when the log or the database does not answer. */
const pauseMaxMs = 5_000;
/** Larger batches slow reads down, however long the rebuild pauses. */
const batchRecordsNextToHub = 250;
/** Limits the memory until the commit. Larger batches take no less CPU. */
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

  const mayUseWholeMachine = () => fullSpeed || (age === null && refreshedAt > 0);

  return {
    mayUseWholeMachine,
    batchRecords: () => (mayUseWholeMachine() ? batchRecordsAlone : batchRecordsNextToHub),
    afterBatch: async (records, workedMs) => {
      if (rate !== undefined) {
        dueAt = Math.max(dueAt + (records / rate) * 1_000, performance.now() - 1_000);
        await pause(dueAt - performance.now(), signal);
      }
      if (fullSpeed) return;
      await waitForLive();
      if (!mayUseWholeMachine()) await pause(Math.min(workedMs * pauseMsPerWorkedMs, pauseMaxMs), signal);
    },
  };
}

/**
 * Age in ms, over live partitions that a living process works on; null without such a partition.
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
