import { isDiskFull } from '../../../errors/disk-full.ts';
import {
  keptMsOf,
  type Retention,
  type StreamName,
  streamDefinition,
  streamNames,
} from '../../../events/streams.ts';
import type { Database, Tx } from '../../../postgres/database.ts';
import { isDatabaseUnavailable, isStatementTimeout } from '../../../postgres/faults/database-unavailable.ts';
import { lockNumbers } from '../../../postgres/lock-numbers.ts';
import { compact, expireRecords, type MaintenanceBatch, type WorkOfStream } from './clear-stream.ts';
import { findUnpackedStreams, packBatch } from './pack-stream.ts';
import { storeRetention } from './stored-retention.ts';

export const maintenanceBatchesMax = 200;
/** A transaction ends after so many deleted records, or so many batches with work left. */
const deletedEnough = 1_000;
const unfinishedMax = 8;
/** Other work continues while a long stream is packed. */
const packBatchesMax = 40;
/** For one stream in one call. */
const timeoutsMax = 3;
/** Records are deleted ten minutes early, so this pause keeps no record too long. */
const idleMs = 60_000;
/** A few new records do not pay for the statements that find them. */
const afterWorkMs = 20_000;

/**
 * `maintainLog`, to be called every few seconds. Skips calls for 20 s after a call that did all of
 * its work, and for a minute after a call without work.
 * @param retention null in a process that only packs
 */
export function createLogMaintenance(
  database: Database,
  retention: Retention | null,
  monotonicNow: () => number = () => performance.now(),
): () => Promise<void> {
  let idleUntil = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = monotonicNow();
    if (now < idleUntil) return;
    const { deleted, more } = await maintainLog(database, retention);
    if (!more) idleUntil = now + (deleted === 0 ? idleMs : afterWorkMs);
  };
}

interface StreamWork {
  readonly stream: StreamName;
  readonly onlyPartition: number | null;
  readonly work: WorkOfStream;
}

interface Failure {
  readonly stream: StreamName | null;
  readonly error: unknown;
}

/**
 * Deletes records that the log need not keep, and packs records that it keeps for ever, in short
 * transactions. Several processes may call it at the same time. A role without the right to pack
 * only deletes.
 *
 * A failure does not stop the work for other partitions and streams. After three timeouts the rest
 * of a stream is left to the next call.
 * @throws the first failure, after all other work
 */
export async function maintainLog(
  database: Database,
  retention: Retention | null,
): Promise<MaintenanceBatch> {
  const failures: Failure[] = [];
  if (retention !== null && !(await storeRetention(database, retention))) failures.push(otherRetention());
  const works = retention === null ? [] : plan(retention);
  const cleared = await clearStreams(database, works, failures);
  const packed = cleared.more ? { deleted: 0, more: true } : await packStreams(database, failures);
  if (failures[0] !== undefined) throw failures[0].error;
  return { deleted: cleared.deleted + packed.deleted, more: packed.more };
}

function otherRetention(): Failure {
  const error = new Error(
    'the database stores another retention of the log than this process has, and keeps records for the longer time: run hub migrate with DATABASE_OWNER_URL and the settings of this process',
  );
  return { stream: null, error };
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
    const batch = await runSome(database, works, failures);
    if (batch === null) break;
    deleted += batch.deleted;
    works = batch.left;
  }
  return { deleted, more: false };
}

async function packStreams(database: Database, failures: Failure[]): Promise<MaintenanceBatch> {
  let deleted = 0;
  let more = false;
  let works = (await findUnpackedStreams(database)).map((stream) => ofStream(stream, packBatch));
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

/** Returns null while another process does maintenance. */
async function packSome(
  database: Database,
  { work, stream, onlyPartition }: StreamWork,
): Promise<MaintenanceBatch | null> {
  let deleted = 0;
  for (let batches = 0; batches < packBatchesMax; batches += 1) {
    const batch = await runBatch(database, (tx) => work(tx, stream, onlyPartition));
    if (batch === null) return null;
    deleted += batch.deleted;
    if (!batch.more) return { deleted, more: false };
  }
  return { deleted, more: true };
}

function plan(retention: Retention): StreamWork[] {
  return streamNames.flatMap((stream) => {
    const { kept } = streamDefinition(stream);
    if (kept.policy === 'forever') return [];
    if (kept.policy === 'expires') return [ofStream(stream, expireRecords(keptMsOf(kept, retention)))];
    return [compact('compact_records'), compact('delete_tombstones')].map((work) => ofStream(stream, work));
  });
}

function ofStream(stream: StreamName, work: WorkOfStream): StreamWork {
  return { stream, onlyPartition: null, work };
}

/** @returns the other work, and the partitions of the failed work */
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

/** Splits failed work into its partitions, when that may help. */
function byPartition(failed: StreamWork, error: unknown): StreamWork[] {
  const { partitions } = streamDefinition(failed.stream);
  if (failed.onlyPartition !== null || partitions === 1) return [];
  if (isDiskFull(error) || (isDatabaseUnavailable(error) && !isStatementTimeout(error))) return [];
  return Array.from({ length: partitions }, (_, onlyPartition) => ({ ...failed, onlyPartition }));
}

/**
 * Runs the next batches of the work in one transaction. A failure undoes them, and goes to
 * `failures`.
 * @returns the batch and the work that is left, or null while another process does maintenance
 * @throws when no transaction can begin
 */
async function runSome(
  database: Database,
  works: readonly StreamWork[],
  failures: Failure[],
): Promise<{ readonly deleted: number; readonly left: readonly StreamWork[] } | null> {
  let running: StreamWork | undefined;
  let left = works;
  const changed: StreamWork[] = [];
  try {
    return await runBatch(database, async (tx) => {
      let deleted = 0;
      for (let unfinished = 0; unfinished < unfinishedMax && deleted < deletedEnough; ) {
        running = left[0];
        if (running === undefined) break;
        const batch = await running.work(tx, running.stream, running.onlyPartition);
        deleted += batch.deleted;
        if (batch.deleted > 0 || batch.more) changed.push(running);
        if (batch.more) unfinished += 1;
        else left = left.slice(1);
      }
      running = undefined;
      return { deleted, left };
    });
  } catch (error) {
    if (running === undefined) throw error;
    const others = [...new Set([...changed, ...left])].filter((work) => work !== running);
    return { deleted: 0, left: leftAfter(running, error, others, failures) };
  }
}

/** Returns null while another process does maintenance. */
async function runBatch<Batch>(database: Database, work: (tx: Tx) => Promise<Batch>): Promise<Batch | null> {
  return database.transaction(async (tx) => {
    const { free } = await tx.one<{ free: boolean }>({
      text: 'select pg_try_advisory_xact_lock($1) as free',
      values: [lockNumbers.logMaintenance],
    });
    return free ? work(tx) : null;
  });
}
