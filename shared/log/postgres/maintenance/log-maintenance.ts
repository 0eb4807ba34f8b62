import { isDiskFull } from '../../../errors/disk-full.ts';
import { type Retention, type StreamName, streamDefinition, streamNames } from '../../../events/streams.ts';
import type { Database, Tx } from '../../../postgres/database.ts';
import { isDatabaseUnavailable, isStatementTimeout } from '../../../postgres/faults/database-unavailable.ts';
import { lockNumbers } from '../../../postgres/lock-numbers.ts';
import { compactBatch, dropTombstones } from './compact-stream.ts';
import { expireBatch } from './expire-stream.ts';
import type { MaintenanceBatch, MaintenanceWork } from './maintenance-batch.ts';
import { findUnpacked, packBatch } from './pack-stream.ts';

/** Most batches of one call: far more than the records of a minute need, and calls are no further apart. */
export const maintenanceBatchesMax = 200;
/**
 * Most batches of one call that pack one stream, or one partition of a stream with damage, 3 ms of CPU each, so that the log
 * of a release without packs is packed beside the hub's work.
 */
const packBatchesMax = 40;
/** Statements for one stream that may run into a timeout in a call, of up to a minute each. */
const timeoutsMax = 3;
/** A look that finds nothing costs 11 statements. Records go 10 minutes before their limit, so that this rest keeps none beyond it. */
const restMs = 60_000;

/** `maintainLog`, to be called every few seconds: after a call that found nothing to do it rests for a minute. */
export function createLogMaintenance(
  database: Database,
  retention: Retention,
  monotonicNow: () => number = () => performance.now(),
): () => Promise<void> {
  let restsUntil = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = monotonicNow();
    if (now < restsUntil) return;
    const { deleted, more } = await maintainLog(database, retention);
    if (deleted === 0 && !more) restsUntil = now + restMs;
  };
}

/** What is to be done for a stream, or for one partition of it. */
interface StreamWork {
  readonly stream: StreamName;
  readonly partition: number | null;
  readonly work: MaintenanceWork;
}

interface Failure {
  readonly stream: StreamName;
  readonly error: unknown;
}

/**
 * Deletes what the log need not keep any more and packs what it keeps for ever, in short transactions that do not delay
 * appends. `createLogMaintenance` says how often. Several processes may do it at once. What fails, as on a damaged page,
 * keeps none of the rest from being done, nor the other partitions of its stream. After three statements that ran into a
 * timeout the rest of their stream is left to the next call.
 * @throws the first failure, after the rest
 */
export async function maintainLog(database: Database, retention: Retention): Promise<MaintenanceBatch> {
  const failures: Failure[] = [];
  const cleared = await clearStreams(database, plan(retention), failures);
  const packed = cleared.more ? { deleted: 0, more: true } : await packStreams(database, failures);
  if (failures[0] !== undefined) throw failures[0].error;
  return { deleted: cleared.deleted + packed.deleted, more: packed.more };
}

async function clearStreams(
  database: Database,
  all: readonly StreamWork[],
  failures: Failure[],
): Promise<MaintenanceBatch> {
  let deleted = 0;
  let works = all;
  for (let batches = 0; works.length > 0; batches += 1) {
    if (batches >= maintenanceBatchesMax) return { deleted, more: true };
    const batch = await runFirst(database, works, failures);
    if (batch === null) break;
    deleted += batch.deleted;
    works = batch.left;
  }
  return { deleted, more: false };
}

async function packStreams(database: Database, failures: Failure[]): Promise<MaintenanceBatch> {
  let deleted = 0;
  let more = false;
  let works = (await findUnpacked(database)).map((stream) => ofStream(stream, packBatch));
  for (let [next, ...others] = works; next !== undefined; [next, ...others] = works) {
    works = others;
    try {
      const batch = await packSome(database, next);
      if (batch === null) return { deleted, more: false };
      deleted += batch.deleted;
      more ||= batch.more;
    } catch (error) {
      works = leftAfter(next, error, others, failures);
    }
  }
  return { deleted, more };
}

/** Packs as far as one call does, or returns null when another process does maintenance. */
async function packSome(
  database: Database,
  { work, partition }: StreamWork,
): Promise<MaintenanceBatch | null> {
  let deleted = 0;
  for (let batches = 0; batches < packBatchesMax; batches += 1) {
    const batch = await runBatch(database, (tx) => work(tx, partition));
    if (batch === null) return null;
    deleted += batch.deleted;
    if (!batch.more) return { deleted, more: false };
  }
  return { deleted, more: true };
}

function plan(retention: Retention): StreamWork[] {
  return streamNames.flatMap((stream) => {
    const { kept } = streamDefinition(stream);
    if (kept.policy === 'expires') {
      const keepMs = retention[kept.setting];
      return [ofStream(stream, (tx, name, partition) => expireBatch(tx, name, keepMs, partition))];
    }
    if (kept.policy === 'latest') return [ofStream(stream, compactBatch), ofStream(stream, dropTombstones)];
    return [];
  });
}

type WorkOfStream = (tx: Tx, stream: StreamName, partition: number | null) => Promise<MaintenanceBatch>;

function ofStream(stream: StreamName, work: WorkOfStream): StreamWork {
  return { stream, partition: null, work: (tx, partition) => work(tx, stream, partition) };
}

/** Notes a failure. @returns what is left to do: the others, and the partitions of what failed */
function leftAfter(
  failed: StreamWork,
  error: unknown,
  others: readonly StreamWork[],
  failures: Failure[],
): StreamWork[] {
  failures.push({ stream: failed.stream, error });
  const timeouts = failures.filter(
    (failure) => failure.stream === failed.stream && isStatementTimeout(failure.error),
  );
  if (timeouts.length >= timeoutsMax) return others.filter(({ stream }) => stream !== failed.stream);
  return [...others, ...byPartition(failed, error)];
}

/** Each partition by itself, where that may help: not if the disk is full, the server is away, or if there is but one. */
function byPartition(failed: StreamWork, error: unknown): StreamWork[] {
  const { partitions } = streamDefinition(failed.stream);
  if (failed.partition !== null || partitions === 1) return [];
  if (isDiskFull(error) || (isDatabaseUnavailable(error) && !isStatementTimeout(error))) return [];
  return Array.from({ length: partitions }, (_, partition) => ({ ...failed, partition }));
}

/**
 * Runs batches of these works in turn, up to the first that finds something to do, in one transaction: what finds nothing
 * locks nothing. One that fails goes to `failures` and ends the transaction; what is left of it are its partitions.
 * @returns that batch and the works that are left, or null when another process does maintenance
 * @throws when there is no transaction at all, which would fail each work alike
 */
async function runFirst(
  database: Database,
  works: readonly StreamWork[],
  failures: Failure[],
): Promise<{ readonly deleted: number; readonly left: readonly StreamWork[] } | null> {
  let left = works;
  let running: StreamWork | null = null;
  try {
    const batch = await runBatch(database, async (tx) => {
      for (let [next, ...others] = works; next !== undefined; [next, ...others] = others) {
        running = next;
        left = others;
        const { deleted, more } = await next.work(tx, next.partition);
        running = null;
        if (more) left = [next, ...others];
        if (deleted > 0 || more) return { deleted, more };
      }
      return { deleted: 0, more: false };
    });
    return batch && { deleted: batch.deleted, left };
  } catch (error) {
    if (running === null) throw error;
    return { deleted: 0, left: leftAfter(running, error, left, failures) };
  }
}

/** Runs one batch, or returns null when another process is doing maintenance at the moment. */
async function runBatch(
  database: Database,
  work: (tx: Tx) => Promise<MaintenanceBatch>,
): Promise<MaintenanceBatch | null> {
  return database.transaction(async (tx) => {
    const { free } = await tx.one<{ free: boolean }>({
      text: 'select pg_try_advisory_xact_lock($1) as free',
      values: [lockNumbers.logMaintenance],
    });
    return free ? work(tx) : null;
  });
}
