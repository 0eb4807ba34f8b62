import type { Partition } from '../../events/streams.ts';
import type { Sql } from '../../postgres/database.ts';
import { storableReason } from '../commit/parked.ts';
import type { ParkedDecision, ParkedDecisionSource } from '../commit/parked-decisions.ts';
import type { Generation } from '../generations/generation.ts';

/** The first parked record of a subject. The other records of its chain wait behind it. */
export interface ChainHead extends Partition {
  readonly record_offset: number;
  readonly subject: string;
  /** Null if the record only waited, and the record before it is not parked any more. */
  readonly decision: ParkedDecision | null;
}

export interface ChainRow {
  readonly record_offset: number;
  /** Epoch ms. */
  readonly record_time: number;
}

/**
 * The heads with a new decision since the last attempt, and the heads that no longer have to wait.
 */
export async function readDecidedHeads(
  sql: Sql,
  generation: Generation,
  source: ParkedDecisionSource,
): Promise<ChainHead[]> {
  const { projection, number } = generation;
  const rows = await sql.many<
    Omit<ChainHead, 'decision'> & { record_id: string; behind: boolean; settled_offset: number }
  >({
    text: `select stream, partition, record_offset, subject, record_id, behind, settled_offset
           from projection.parked p
           where projection = $1
             and generation = $2
             and not exists (
               select
               from projection.parked earlier
               where $3
                 and earlier.projection = p.projection
                 and earlier.generation = p.generation
                 and earlier.stream = p.stream
                 and earlier.partition = p.partition
                 and earlier.subject = p.subject
                 and earlier.record_offset < p.record_offset
             )
           order by stream, partition, record_offset`,
    values: [projection.name, number, projection.parks === 'subject'],
  });
  if (rows.length === 0) return [];
  const decisions = await source.read(sql, projection.name);
  return rows.flatMap(({ record_id, behind, settled_offset, ...row }): ChainHead[] => {
    const decision = (decisions.get(record_id) ?? []).findLast(
      (one) => one.decision === 'drop' || one.record_offset === row.record_offset,
    );
    if (decision !== undefined && decision.decided_offset > settled_offset) return [{ ...row, decision }];
    return behind ? [{ ...row, decision: null }] : [];
  });
}

/** By offset. In a projection that parks single records, only the head. */
export function readChain(
  sql: Sql,
  { projection, number }: Generation,
  { stream, partition, subject, record_offset }: ChainHead,
  limit: number,
): Promise<ChainRow[]> {
  return sql.many<ChainRow>({
    text: `select record_offset, record_time
           from projection.parked
           where projection = $1
             and generation = $2
             and stream = $3
             and partition = $4
             and (record_offset = $5 or ($6 and subject = $7 and record_offset > $5))
           order by record_offset
           limit $8`,
    values: [
      projection.name,
      number,
      stream,
      partition,
      record_offset,
      projection.parks === 'subject',
      subject,
      limit,
    ],
  });
}

export async function deleteFromChain(
  sql: Sql,
  { projection, number }: Generation,
  { stream, partition }: ChainHead,
  rows: readonly ChainRow[],
): Promise<void> {
  await sql.run({
    text: `delete from projection.parked
           where projection = $1
             and generation = $2
             and stream = $3
             and partition = $4
             and record_offset = any($5)`,
    values: [projection.name, number, stream, partition, rows.map(({ record_offset }) => record_offset)],
  });
}

/** Makes a record that cannot be folded the head of its chain. */
export async function keepAsHead(
  sql: Sql,
  { projection, number }: Generation,
  { stream, partition, decision }: ChainHead,
  stuck: { readonly offset: number; readonly reason: string },
): Promise<void> {
  await sql.run({
    text: `update projection.parked
           set behind = false,
               reason = $6,
               settled_offset = greatest(settled_offset, $7)
           where projection = $1
             and generation = $2
             and stream = $3
             and partition = $4
             and record_offset = $5`,
    values: [
      projection.name,
      number,
      stream,
      partition,
      stuck.offset,
      storableReason(stuck.reason),
      decision?.decided_offset ?? -1,
    ],
  });
}
