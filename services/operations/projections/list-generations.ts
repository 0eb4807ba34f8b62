import {
  type ProjectionStatus,
  readProjectionStatus,
} from '../../../shared/projection/upkeep/projection-status.ts';
import type { OperationHub } from '../operation-hub.ts';

interface GenerationRow {
  readonly name: string;
  readonly generation: number;
  readonly verified_with: number | null;
  readonly age_seconds: number;
}

export async function listGenerations({ database, journal }: OperationHub) {
  const statuses = await readProjectionStatus(database, journal.log);
  const rows = await database.many<GenerationRow>({
    text: `select projection as name, generation, verified_with,
                  extract(epoch from clock_timestamp() - created_at)::float8 as age_seconds
           from projection.generation`,
  });
  const rowOf = new Map(rows.map((row) => [`${row.name} ${row.generation}`, row]));
  return {
    projections: statuses.map((status) => {
      const row = rowOf.get(`${status.name} ${status.generation}`);
      return {
        ...status,
        verified_with: row?.verified_with ?? null,
        progress: status.state === 'building' ? progressOf(status, row?.age_seconds ?? 0) : null,
      };
    }),
  };
}

/** The rate is a mean since the rebuild began: too low for an interrupted rebuild. */
function progressOf(
  { position, lag_events: left }: Pick<ProjectionStatus, 'position' | 'lag_events'>,
  seconds: number,
) {
  const rate = position / Math.max(seconds, 0.001);
  return {
    events: position,
    share: position + left === 0 ? 1 : position / (position + left),
    events_per_second: Math.round(rate),
    seconds_left: position === 0 ? null : Math.ceil(left / rate),
  };
}
