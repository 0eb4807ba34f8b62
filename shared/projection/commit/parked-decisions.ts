import type { Sql } from '../../postgres/database.ts';
import type { Projection, ProjectionName } from '../projection.ts';

export interface ParkedDecision {
  readonly record_id: string;
  /** `retry`: fold the record again. `drop`: leave the record out. */
  readonly decision: 'retry' | 'drop';
  readonly record_offset: number;
  /** Offset of the decision in its own stream. */
  readonly decided_offset: number;
}

/** By record id, oldest first. */
export type ParkedDecisions = ReadonlyMap<string, readonly ParkedDecision[]>;

/** The caller provides the source, because the engine knows no projection by name. */
export interface ParkedDecisionSource {
  /** The projection that holds the decisions. */
  readonly projection: ProjectionName;
  /** All decisions about records of `projection`. */
  read(sql: Sql, projection: ProjectionName): Promise<ParkedDecisions>;
}

/**
 * In a projection that parks single records, a retry appends a copy with the same record id. The
 * copy is folded, and the original is skipped.
 */
export function isExcludedByDecision(
  decisions: ParkedDecisions,
  { parks }: Pick<Projection, 'parks'>,
  { recordId, offset }: { readonly recordId: string; readonly offset: number },
): boolean {
  const decided = decisions.get(recordId);
  if (decided === undefined) return false;
  return decided.some(
    ({ decision, record_offset }) => decision === 'drop' || (parks === 'record' && record_offset === offset),
  );
}
