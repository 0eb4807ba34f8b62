import type { Sql } from '../../postgres/database.ts';
import { findLive } from '../generations/generations.ts';
import type { Projection, ProjectionName } from '../projection.ts';
import type { BatchRecord } from './batch.ts';

/** What was decided about parked records of a projection: events of `hub.membership`, kept in a table of `access`. */
export interface ParkedDecision {
  readonly record_id: string;
  /** `retry`: fold it again. `drop`: leave it out. */
  readonly decision: 'retry' | 'drop';
  /** Where the record stood that was decided about. */
  readonly record_offset: number;
  /** Where the decision stands in `hub.membership`. */
  readonly decided_offset: number;
}

/** By record id, oldest first. */
export type ParkedDecisions = ReadonlyMap<string, readonly ParkedDecision[]>;

/** The decisions of the live `access`; none while there is none. */
export async function readDecisions(sql: Sql, projection: ProjectionName): Promise<ParkedDecisions> {
  const access = await findLive(sql, 'access');
  const table = access === null ? null : `${access.schema}.parked_decision`;
  if (table === null || !(await hasTable(sql, table))) return new Map();
  const rows = await sql.many<ParkedDecision>({
    text: `select record_id, decision, record_offset, last_offset as decided_offset
           from ${table}
           where projection = $1
           order by last_offset`,
    values: [projection],
  });
  return Map.groupBy(rows, (row) => row.record_id);
}

async function hasTable(sql: Sql, table: string): Promise<boolean> {
  const { found } = await sql.one<{ found: boolean }>({
    text: 'select to_regclass($1) is not null as found',
    values: [table],
  });
  return found;
}

/**
 * Whether a decision leaves a record out. A room that parks single records takes a retried one from the copy that the
 * retry appended, which has the same record id and another place: the original is left out, in every rebuild too.
 */
export function leavesOut(
  decisions: ParkedDecisions,
  { parks }: Pick<Projection, 'parks'>,
  { recordId, offset }: Pick<BatchRecord, 'recordId' | 'offset'>,
): boolean {
  const decided = decisions.get(recordId) ?? [];
  return decided.some(
    ({ decision, record_offset }) => decision === 'drop' || (parks === 'record' && record_offset === offset),
  );
}
