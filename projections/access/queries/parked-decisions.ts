import { hasTable } from '../../../shared/postgres/schema/has-table.ts';
import type {
  ParkedDecision,
  ParkedDecisionSource,
} from '../../../shared/projection/commit/parked-decisions.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';
import { accessProjection } from '../projection.ts';
import { parkedDecisionRows } from '../tables/hub.ts';

/** Empty without a live generation. */
export const parkedDecisions: ParkedDecisionSource = {
  projection: accessProjection.name,
  read: async (sql, projection) => {
    const live = await findLive(sql, accessProjection.name);
    const table = live === null ? null : `${live.schema}.${parkedDecisionRows.name}`;
    // A generation that an earlier release made has no such table.
    if (table === null || !(await hasTable(sql, table))) return new Map();
    const rows = await sql.many<ParkedDecision>({
      text: `select record_id, decision, record_offset, last_offset as decided_offset
             from ${table}
             where projection = $1
             order by last_offset`,
      values: [projection],
    });
    return Map.groupBy(rows, (row) => row.record_id);
  },
};
