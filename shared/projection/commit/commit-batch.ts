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
 * `lost`: a partition was taken, or has a barrier that this process does not know about. Earlier
 * parts of a split batch may be committed. The caller gives the leases up.
 */
export type Outcome = { readonly kind: 'committed'; readonly parked: number } | { readonly kind: 'lost' };

/**
 * Folds a batch and moves its checkpoints in one transaction. If the database refuses the data, the
 * batch is split in halves until the refused record is alone. Then this record is parked.
 * @throws when a transaction fails for another reason; the transaction may have committed, so the
 * caller gives the leases up
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
    const { records, remember } = await excludeRecords(tx, generation, batch, options.decisions);
    const { parked } = await foldInto(tx, generation, records);
    return { parked, remember };
  });
}

/** Longest time between two statements, in which the process encodes the rows. */
const preparingMax = '15s';

export interface FoldedPages extends Folded {
  readonly moves: readonly Move[];
  readonly excluded: ReadonlyMap<Lease, ExcludedRecords>;
}

/**
 * Writes folded states into a generation that nobody else writes.
 * @returns `refused` when nothing was written: the database refuses the data, or an erasure or a
 * decision came in the meantime. Then `commitBatch` has to take the records.
 * @throws as `commitBatch`
 */
export async function commitFolded(
  options: Pick<CommitOptions, 'database'>,
  generation: Generation,
  { moves, excluded, ...folded }: FoldedPages,
): Promise<Outcome | { readonly kind: 'refused' }> {
  try {
    return await commitMoves(options, generation, moves, async (tx) => {
      await tx.run({ text: `set local idle_in_transaction_session_timeout = '${preparingMax}'` });
      if (!(await isExcludedCurrent(tx, generation, excluded))) throw new ExcludedChanged();
      await saveByCopying(tx, generation, folded);
      return { parked: folded.parked, remember: () => rememberExcluded(excluded) };
    });
  } catch (error) {
    if (error instanceof ExcludedChanged || dataErrorOf(error) !== null) return { kind: 'refused' };
    throw error;
  }
}

async function commitMoves(
  { database }: Pick<CommitOptions, 'database'>,
  generation: Generation,
  moves: readonly Move[],
  work: (tx: Tx) => Promise<Pick<Folded, 'parked'> & { remember(): void }>,
): Promise<Outcome> {
  const folded = await database
    .transaction(
      async (tx) => {
        if (!(await advanceCheckpoints(tx, generation, moves))) throw new PartitionLost();
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

/**
 * SQLSTATE classes for data exceptions and constraint violations: the same write would fail again.
 */
const dataClasses = new Set(['22', '23']);

/** Null unless the database refuses the data. */
export function dataErrorOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const isSqlState = /^[0-9A-Z]{5}$/.test(error.code);
  return isSqlState && dataClasses.has(error.code.slice(0, 2)) ? `${error.code}: ${error.message}` : null;
}

class PartitionLost extends Error {
  override readonly name = 'PartitionLost';
}

class ExcludedChanged extends Error {
  override readonly name = 'ExcludedChanged';
}
