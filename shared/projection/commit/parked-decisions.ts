import type { Sql } from '../../postgres/database.ts';
import type { Projection, ProjectionName } from '../projection.ts';

/** The decision of an operator about a parked record. */
export interface ParkedDecision {
  readonly record_id: string;
  /** `retry`: fold the record again. `drop`: leave the record out. */
  readonly decision: 'retry' | 'drop';
  /** Offset of the record that the decision is about. */
  readonly record_offset: number;
  /**
   * Offset of the decision in its own stream. It shows whether a decision is newer than the last
   * attempt.
   */
  readonly decided_offset: number;
}

/** By record id, oldest first. */
export type ParkedDecisions = ReadonlyMap<string, readonly ParkedDecision[]>;

/**
 * Reads decisions. The caller of the engine provides it, because the engine knows no projection by
 * name.
 */
export interface ParkedDecisionSource {
  /** The projection that holds the decisions. After its commits, there may be new decisions. */
  readonly projection: ProjectionName;
  /** All decisions about records of the given projection, as the caller's transaction sees them. */
  read(sql: Sql, projection: ProjectionName): Promise<ParkedDecisions>;
}

/**
 * Whether a record is skipped because of a decision. In a projection that parks single records, a
 * retry appends a copy with the same record id. The copy is folded and the original is skipped,
 * also in every rebuild.
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
