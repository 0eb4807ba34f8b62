import type {
  ParkedDecision,
  ParkedDecisionSource,
} from '../../../shared/projection/commit/parked-decisions.ts';
import { findOwnLive } from '../../../shared/projection/generations/generations.ts';
import { accessProjection } from '../projection.ts';
import { parkedDecisionRows } from '../tables/hub.ts';

/** Empty without a live generation. */
export const parkedDecisions: ParkedDecisionSource = {
  projection: accessProjection.name,
  read: async (sql, projection) => {
    const live = await findOwnLive(sql, accessProjection);
    if (live === null) return new Map();
    const rows = await sql.many<ParkedDecision>({
      text: `select record_id, decision, record_offset, last_offset as decided_offset
             from ${live.schema}.${parkedDecisionRows.name}
             where projection = $1
             order by last_offset`,
      values: [projection],
    });
    return Map.groupBy(rows, (row) => row.record_id);
  },
};
