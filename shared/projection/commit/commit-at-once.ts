import type { CopyColumns, CopyRow } from '../../postgres/copy/binary-copy.ts';
import type { Database } from '../../postgres/database.ts';
import type { Generation } from '../generations/generation.ts';
import type { WrittenTable } from '../projection.ts';
import { insertSql, jsonOf } from '../tables/write-rows.ts';
import type { BatchRecord } from './batch.ts';
import { advanceSql, advanceValues, checkpointAnswerMs, type Move, movesOf } from './checkpoints.ts';
import { rememberedExcluded, withoutExcluded } from './excluded-records.ts';
import { foldBatch } from './fold-batch.ts';

export interface CommitAtOnceOptions {
  readonly database: Database;
  /** Whether a commit announces the names of its projections; false when not given. */
  readonly announces?: boolean | undefined;
}

/**
 * Commits a batch with one statement, without the three round trips of a transaction. The statement
 * fails unless all checkpoints move and still have the revisions of the remembered exclusions.
 * @returns the moves; null when the batch needs a transaction, and nothing was written
 * @throws when the statement fails for another reason than its data; it may have committed
 */
export async function commitAtOnce(
  { database, announces = false }: CommitAtOnceOptions,
  generation: Generation,
  batch: readonly BatchRecord[],
): Promise<readonly Move[] | null> {
  const { projection, schema } = generation;
  const table = projection.special?.statesAreRows;
  if (table === undefined || batch.some(({ endsSubject }) => endsSubject)) return null;
  const moves = movesOf(generation, batch);
  const excluded = rememberedExcluded(moves.map(({ lease }) => lease));
  if (excluded === null) return null;
  const { changed, parked } = foldBatch(projection, withoutExcluded(generation, batch, excluded), new Map());
  if (parked.length > 0) return null;
  const rows = [...changed.values()].filter((row) => row !== null) as CopyRow<CopyColumns>[];
  await database.run({
    name: `commit-${table.table} ${schema}`,
    text: commitSql(schema, table),
    values: [
      ...advanceValues(moves, announces),
      jsonOf(table.columns, rows),
      moves.map(({ lease }) => excluded.get(lease)?.revision ?? 0),
    ],
    abandonAfterMs: checkpointAnswerMs,
  });
  return moves;
}

/** A division by zero undoes the statement unless each checkpoint moved at its revision. */
function commitSql(schema: Generation['schema'], table: WrittenTable): string {
  return `with moved as (${advanceSql}),
          written as (${insertSql(schema, table, { onConflict: 'replace', values: '$13' })})
          select 1 / (count(*) = cardinality($14::bigint[]))::int
          from moved
          where revision = ($14::bigint[])[number]`;
}
