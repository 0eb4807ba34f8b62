import type { Sql } from '../../postgres/database.ts';
import type { Projection, ProjectionName } from '../projection.ts';

/** What an operator decided about a parked record: an event, projected like others. */
export interface ParkedDecision {
  readonly record_id: string;
  /** `retry`: fold it again. `drop`: leave it out. */
  readonly decision: 'retry' | 'drop';
  /** Where the record stood that was decided about. */
  readonly record_offset: number;
  /** Where the decision stands in its stream: a later one counts. */
  readonly decided_offset: number;
}

/** By record id, oldest first. */
export type ParkedDecisions = ReadonlyMap<string, readonly ParkedDecision[]>;

/** Where decisions are read. Given by whoever puts a process together: the engine knows no room. */
export interface ParkedDecisionSource {
  /** Decisions may have been made when this room commits. */
  readonly room: ProjectionName;
  /** All decisions on records of a projection, as the caller's transaction sees them. */
  read(sql: Sql, projection: ProjectionName): Promise<ParkedDecisions>;
}

/**
 * Whether a decision leaves a record out. A room that parks single records takes a retried one from the copy that the
 * retry appended, which has the same record id and another place: the original is left out, in every rebuild too.
 */
export function leavesOut(
  decisions: ParkedDecisions,
  { parks }: Pick<Projection, 'parks'>,
  { recordId, offset }: { readonly recordId: string; readonly offset: number },
): boolean {
  const decided = decisions.get(recordId) ?? [];
  return decided.some(
    ({ decision, record_offset }) => decision === 'drop' || (parks === 'record' && record_offset === offset),
  );
}
