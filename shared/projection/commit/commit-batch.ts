import type { Database, Tx } from '../../postgres/database.ts';
import type { Generation } from '../generations/generation.ts';
import type { BatchRecord } from './batch.ts';
import { advanceCheckpoints, checkpointAnswerMs, type Move, movesOf } from './checkpoints.ts';
import { excludeRecords, forgetExcluded, isExcludedCurrent, rememberExcluded } from './excluded-records.ts';
import type { Folded } from './fold-batch.ts';
import { foldInto, saveByCopying } from './fold-into.ts';
import { type ExcludedRecords, type Lease, noteCommit } from './lease.ts';
import { insertParked } from './parked.ts';
import type { ParkedDecisionSource } from './parked-decisions.ts';

export interface CommitOptions {
  readonly database: Database;
  readonly decisions: ParkedDecisionSource;
}

/**
 * `lost`: another process took a partition, or a partition has a barrier that this process does not
 * know about. The refused transaction wrote nothing, but earlier parts of a split batch may be
 * committed. The caller gives the leases up.
 */
export type Outcome = { readonly kind: 'committed'; readonly parked: number } | { readonly kind: 'lost' };

/**
 * Folds a batch into the tables of a generation and moves the checkpoints of its leases, in one
 * transaction. If the database refuses the data, the batch is split in halves, each with its own
 * transactions. Halves are split until the refused record is alone. Then this record is parked.
 * @throws when a transaction fails for another reason; then it is unknown whether the transaction
 * committed, and the caller gives the leases up
 */
export async function commitBatch(
  options: CommitOptions,
  generation: Generation,
  batch: readonly BatchRecord[],
): Promise<Outcome> {
  try {
    return await commitWhole(options, generation, batch);
  } catch (error) {
    const refusal = dataErrorOf(error);
    const [only] = batch;
    if (refusal === null || only === undefined) throw error;
    if (batch.length > 1) return commitHalves(options, generation, batch);
    if (only.refusal !== null) throw error;
    return commitWhole(options, generation, [{ ...only, refusal }]);
  }
}

async function commitHalves(
  options: CommitOptions,
  generation: Generation,
  batch: readonly BatchRecord[],
): Promise<Outcome> {
  const middle = Math.ceil(batch.length / 2);
  const first = await commitBatch(options, generation, batch.slice(0, middle));
  if (first.kind === 'lost') return first;
  const second = await commitBatch(options, generation, batch.slice(middle));
  if (second.kind === 'lost') return second;
  return { kind: 'committed', parked: first.parked + second.parked };
}

async function commitWhole(
  options: CommitOptions,
  generation: Generation,
  batch: readonly BatchRecord[],
): Promise<Outcome> {
  return commitMoves(options, generation, movesOf(batch), async (tx) => {
    const kept = await excludeRecords(tx, generation, batch, options.decisions);
    const { parked } = await foldInto(tx, generation, kept.records);
    return { parked, remember: kept.remember };
  });
}

/**
 * Longest time between two statements of the transaction. The process encodes the rows to write in
 * this time, which takes long on a busy machine.
 */
const preparingMax = '15s';

/** States that a builder folded outside of a transaction, and the records that it left out. */
export interface FoldedPages extends Folded {
  readonly moves: readonly Move[];
  readonly leftOut: ReadonlyMap<Lease, ExcludedRecords>;
}

/**
 * Writes states that were folded outside of a transaction, for a generation that nobody else
 * writes.
 * @returns `refused` when nothing was written, because the database refuses the data, or because an
 * erasure or a decision came in the meantime. Then `commitBatch` has to take the records.
 * @throws as `commitBatch`
 */
export async function commitFolded(
  options: Pick<CommitOptions, 'database'>,
  generation: Generation,
  { moves, leftOut, ...folded }: FoldedPages,
): Promise<Outcome | { readonly kind: 'refused' }> {
  try {
    return await commitMoves(options, generation, moves, async (tx) => {
      await tx.run({ text: `set local idle_in_transaction_session_timeout = '${preparingMax}'` });
      if (!(await isExcludedCurrent(tx, generation, leftOut))) throw new LeftOutChanged();
      await saveByCopying(tx, generation, folded);
      return { parked: folded.parked, remember: () => rememberExcluded(leftOut) };
    });
  } catch (error) {
    if (error instanceof LeftOutChanged || dataErrorOf(error) !== null) return { kind: 'refused' };
    throw error;
  }
}

/**
 * Moves checkpoints, does `work`, and parks the records that `work` returns, in the same
 * transaction.
 */
async function commitMoves(
  { database }: Pick<CommitOptions, 'database'>,
  generation: Generation,
  moves: readonly Move[],
  work: (tx: Tx) => Promise<Pick<Folded, 'parked'> & { remember(): void }>,
): Promise<Outcome> {
  const folded = await database
    .transaction(
      async (tx) => {
        const moved = await advanceCheckpoints(tx, generation, moves);
        if (moved !== moves.length) throw new PartitionLost();
        const done = await work(tx);
        if (done.parked.length > 0) await insertParked(tx, generation, done.parked);
        return done;
      },
      { abandonAfterMs: checkpointAnswerMs },
    )
    .catch((error: unknown) => {
      forgetExcluded(moves.map(({ lease }) => lease));
      if (error instanceof PartitionLost) return null;
      throw error;
    });
  if (folded === null) return { kind: 'lost' };
  folded.remember();
  const parked = Map.groupBy(folded.parked, ({ record }) => record.lease);
  for (const { lease, to } of moves) {
    const subjects = parked.get(lease)?.map(({ record }) => record.subject) ?? [];
    noteCommit(lease, to, subjects);
  }
  return { kind: 'committed', parked: folded.parked.length };
}

/** SQLSTATE classes for errors in the data: the same write would fail again. */
const dataClasses = new Set(['22', '23']);

/**
 * The error that the database found in the data (`22` data exception, `23` constraint violation);
 * null for other errors.
 */
export function dataErrorOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const isSqlState = /^[0-9A-Z]{5}$/.test(error.code);
  return isSqlState && dataClasses.has(error.code.slice(0, 2)) ? `${error.code}: ${error.message}` : null;
}

/** Both errors roll the transaction back, and are caught in this file. */
class PartitionLost extends Error {
  override readonly name = 'PartitionLost';
}

class LeftOutChanged extends Error {
  override readonly name = 'LeftOutChanged';
}
