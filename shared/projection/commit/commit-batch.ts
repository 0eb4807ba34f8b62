import type { Tx } from '../../postgres/database.ts';
import type { Generation } from '../generations/generation.ts';
import type { BatchRecord } from './batch.ts';
import { advanceCheckpoints, checkpointAnswerMs, type Move, movesOf, type Revisions } from './checkpoints.ts';
import { type CommitAtOnceOptions, commitAtOnce } from './commit-at-once.ts';
import { excludeRecords, forgetExcluded, isExcludedCurrent, rememberExcluded } from './excluded-records.ts';
import type { Folded } from './fold-batch.ts';
import { foldInto, saveByCopying } from './fold-into.ts';
import { type ExcludedRecords, type Lease, noteCommit } from './lease.ts';
import { insertParked } from './parked.ts';
import type { ParkedDecisionSource } from './parked-decisions.ts';

export interface CommitOptions extends CommitAtOnceOptions {
  readonly decisions: ParkedDecisionSource;
}

/** Records of one generation. */
export interface GenerationBatch {
  readonly generation: Generation;
  readonly batch: readonly BatchRecord[];
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
    const moves = await commitAtOnce(options, generation, batch).catch(unlessRefused);
    if (moves !== null) return noteCommitted({ moves, parked: [], remember: () => {} });
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

/** @returns null, so that a transaction finds the reason of a refusal */
function unlessRefused(error: unknown): null {
  if (dataErrorOf(error) === null) throw error;
  return null;
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
  const [outcome] = (await commitTogether(options, [{ generation, batch }])) ?? [];
  return outcome ?? { kind: 'lost' };
}

/**
 * Commits the batches of several generations in one transaction, each folded as by `commitBatch`.
 * @returns the outcomes in the order of `batches`; null when a partition of any generation was
 * lost, and nothing was written
 * @throws when the transaction fails; it may have committed. The caller then commits each batch
 * alone: a batch that was committed answers `lost`
 */
export async function commitTogether(
  { database, decisions: source, announces }: CommitOptions,
  batches: readonly GenerationBatch[],
): Promise<readonly Outcome[] | null> {
  const parts = batches.map(({ generation, batch }) => ({
    moves: movesOf(generation, batch),
    write: async (tx: Tx, revisions: Revisions) => {
      const { records, remember } = await excludeRecords(tx, generation, batch, { revisions, source });
      const { parked } = await foldInto(tx, generation, records);
      if (parked.length > 0) await insertParked(tx, generation, parked);
      return { parked, remember };
    },
  }));
  return commitParts({ database, announces }, parts);
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
    const write = async (tx: Tx) => {
      await tx.run({ text: `set local idle_in_transaction_session_timeout = '${preparingMax}'` });
      if (!(await isExcludedCurrent(tx, generation, excluded))) throw new ExcludedChanged();
      await saveByCopying(tx, generation, folded);
      if (folded.parked.length > 0) await insertParked(tx, generation, folded.parked);
      return { parked: folded.parked, remember: () => rememberExcluded(excluded) };
    };
    const [outcome] = (await commitParts(options, [{ moves, write }])) ?? [];
    return outcome ?? { kind: 'lost' };
  } catch (error) {
    if (error instanceof ExcludedChanged || dataErrorOf(error) !== null) return { kind: 'refused' };
    throw error;
  }
}

interface CommitPart {
  readonly moves: readonly Move[];
  readonly write: (tx: Tx, revisions: Revisions) => Promise<Pick<Folded, 'parked'> & { remember(): void }>;
}

async function commitParts(
  { database, announces }: CommitAtOnceOptions,
  parts: readonly CommitPart[],
): Promise<readonly Outcome[] | null> {
  const moves = parts.flatMap((part) => part.moves);
  const written = await database
    .transaction(
      async (tx) => {
        const revisions = await advanceCheckpoints(tx, moves, announces);
        if (revisions === null) throw new PartitionLost();
        const done = [];
        for (const part of parts) done.push({ ...part, ...(await part.write(tx, revisions)) });
        return done;
      },
      { abandonAfterMs: checkpointAnswerMs },
    )
    .catch((error: unknown) => {
      forgetExcluded(moves.map(({ lease }) => lease));
      if (error instanceof PartitionLost) return null;
      throw error;
    });
  return written?.map(noteCommitted) ?? null;
}

function noteCommitted({
  moves,
  parked,
  remember,
}: Pick<CommitPart, 'moves'> & Pick<Folded, 'parked'> & { remember(): void }): Outcome {
  remember();
  const byLease = Map.groupBy(parked, ({ record }) => record.lease);
  for (const { lease, to } of moves) {
    const subjects = byLease.get(lease)?.map(({ record }) => record.subject) ?? [];
    noteCommit(lease, to, subjects);
  }
  return { kind: 'committed', parked: parked.length };
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
