import { forEachDespiteFailures } from '../../errors/despite-failures.ts';
import { LogUnavailable } from '../../errors/errors.ts';
import type { LogRecord } from '../../log/event-log.ts';
import type { Journal } from '../../log/journal.ts';
import { readRecordAt } from '../../log/reading/read-record-at.ts';
import type { Tx } from '../../postgres/database.ts';
import { isDatabaseUnavailable } from '../../postgres/faults/database-unavailable.ts';
import { type BatchRecord, toBatchRecord } from '../commit/batch.ts';
import { checkpointAnswerMs, lockAndReviseCheckpoint } from '../commit/checkpoints.ts';
import { type CommitOptions, dataErrorOf } from '../commit/commit-batch.ts';
import { foldInto } from '../commit/fold-into.ts';
import { type Lease, newLease } from '../commit/lease.ts';
import { isExcludedByDecision } from '../commit/parked-decisions.ts';
import type { Generation } from '../generations/generation.ts';
import {
  type ChainHead,
  type ChainRow,
  deleteFromChain,
  keepAsHead,
  readChain,
  readDecidedHeads,
} from './parked-chain.ts';

export interface DecisionOptions extends CommitOptions {
  readonly journal: Journal;
}

const recordsPerStep = 200;

/**
 * Carries out decisions on the parked records of a generation. Then the records that wait behind
 * them are folded in order. Records that still cannot be folded stay parked. Safe when several
 * processes do this at once, or a process crashes.
 * @returns the number of chains that had something to do
 * @throws the first failure, after all other chains; at once if all chains would fail like this
 */
export async function applyDecisions(options: DecisionOptions, generation: Generation): Promise<number> {
  const heads = await readDecidedHeads(options.database, generation, options.decisions);
  const settle = async (head: ChainHead) => {
    for (let more = true; more; ) more = await settleStep(options, generation, head, recordsPerStep);
  };
  await forEachDespiteFailures(heads, settle, wouldFailAll);
  return heads.length;
}

/** There may be thousands of chains, and each would wait for the log or the database. */
export function wouldFailAll(error: unknown): boolean {
  return error instanceof LogUnavailable || isDatabaseUnavailable(error);
}

/** @returns whether more records may follow */
async function settleStep(
  options: DecisionOptions,
  generation: Generation,
  head: ChainHead,
  records: number,
): Promise<boolean> {
  const { database, journal } = options;
  const rows = await readChain(database, generation, head, records);
  if (rows.length === 0) return false;
  const batch = await readRecords(journal, generation, head, rows);
  const take = (records: readonly BatchRecord[]) =>
    database.transaction((tx) => takeOut(tx, generation, head, rows, records), {
      abandonAfterMs: checkpointAnswerMs,
    });
  try {
    return await take(batch);
  } catch (error) {
    const refusal = dataErrorOf(error);
    if (refusal === null) throw error;
    if (rows.length > 1) return settleStep(options, generation, head, rows.length >> 1);
    const refused = batch.map((record) => ({ ...record, refusal }));
    return take(refused);
  }
}

async function takeOut(
  tx: Tx,
  generation: Generation,
  head: ChainHead,
  rows: readonly ChainRow[],
  batch: readonly BatchRecord[],
): Promise<boolean> {
  if (!(await lockAndReviseCheckpoint(tx, generation, head))) return false;
  // Another process may have been faster, or the subject was erased.
  const now = await readChain(tx, generation, head, rows.length);
  if (offsetsOf(now) !== offsetsOf(rows)) return true;
  const { parked } = await foldInto(tx, generation, batch);
  const [stuck] = parked;
  if (stuck === undefined) {
    await deleteFromChain(tx, generation, head, rows);
    return generation.projection.parks === 'subject';
  }
  const { offset } = stuck.record;
  const taken = rows.filter(({ record_offset }) => record_offset < offset);
  await deleteFromChain(tx, generation, head, taken);
  await keepAsHead(tx, generation, head, { offset, reason: stuck.reason });
  return false;
}

function offsetsOf(rows: readonly ChainRow[]): string {
  return rows.map(({ record_offset }) => record_offset).join();
}

/** Skips records that the log no longer has: they have expired or were replaced. */
async function readRecords(
  { log, decode }: Journal,
  { projection }: Generation,
  head: ChainHead,
  rows: readonly ChainRow[],
): Promise<BatchRecord[]> {
  const { stream, partition, decision } = head;
  const found: (readonly [LogRecord, ChainRow])[] = [];
  for (const row of rows) {
    const record = await readRecordAt(log, { stream, partition, offset: row.record_offset });
    if (record !== null) found.push([record, row]);
  }
  const decoded = await decode(found.map(([record]) => record));
  const lease = leaseWithout(head);
  const decisions = new Map(decision === null ? [] : [[decision.record_id, [decision]]]);
  return found.map(([record, { record_time }], index) => {
    const batched = toBatchRecord(projection, lease, record, decoded[index], record_time);
    return isExcludedByDecision(decisions, projection, batched)
      ? { ...batched, event: null, refusal: null }
      : batched;
  });
}

/** Without parked subjects, so that the records do not wait behind themselves. */
function leaseWithout({ stream, partition }: ChainHead): Lease {
  const checkpoint = { nextOffset: 0, recordTime: 0, lastAppendTime: null };
  return newLease({ stream, partition, fence: 0, checkpoint });
}
