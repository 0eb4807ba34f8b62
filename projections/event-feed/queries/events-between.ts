import { sql } from 'slonik';
import { z } from 'zod';
import { StoredEvent } from '../stored-event.ts';
import { type FeedTables, matching } from './event-page.ts';
import type { EventsRange, RangeCursor } from './events-range.ts';
import { scanOf } from './range-scans.ts';

/** Newest first. Until `next` is null, a page may hold fewer events than its limit, even none. */
export interface RangePage {
  readonly events: readonly StoredEvent[];
  readonly next: RangeCursor | null;
}

/**
 * The horizon, and up to where the scan went. Without events there is one row, without an event.
 */
const Scanned = z.object({
  horizon: z.int(),
  edge_occurred_at: z.int().nullable(),
  edge_seq: z.int().nullable(),
});
const RangeRow = z.union([StoredEvent.extend(Scanned.shape), Scanned.extend({ seq: z.null() })]);

/**
 * Finds one event more than the limit, to see whether events follow. Scans of accounts, items or
 * sources may stop early: no event older than such a place is served.
 */
export function eventsBetween(tables: FeedTables, request: EventsRange) {
  const { event } = tables;
  const { after } = request;
  const limit = request.limit + 1;
  const { scanned, edge, remaining } = scanOf(tables, request);
  return sql.type(RangeRow)`
    with horizon as materialized (
      select ${after === null ? tables.horizon : sql.fragment`${after.horizon}::bigint`} as seq
    ),
    ${scanned},
    found as materialized (
      select occurred_at, seq
      from scanned
      where seq <= (select horizon.seq from horizon) and ${matching(remaining)}
      order by occurred_at desc, seq desc
      limit ${limit}::bigint
    ),
    edge as materialized (${edge})
    select horizon.seq as horizon, edge.occurred_at as edge_occurred_at, edge.seq as edge_seq, page.*
    from horizon
    left join edge on true
    left join (
      select *
      from ${event}
      where seq = any (array(select seq from found))
    ) page on true
    order by page.occurred_at desc, page.seq desc`;
}

/** @param limit of the request, without the additional event */
export function rangePageOf(rows: readonly z.infer<typeof RangeRow>[], limit: number): RangePage {
  const found = rows.filter((row) => row.seq !== null);
  const events = found.slice(0, limit);
  const last = events.at(-1);
  const [{ horizon = 0, edge_occurred_at: edgeAt = null, edge_seq: edgeSeq = null } = {}] = rows;
  if (last !== undefined && found.length > limit) {
    return { events, next: { horizon, occurredAt: last.occurred_at, seq: last.seq } };
  }
  if (edgeAt === null || edgeSeq === null) return { events, next: null };
  return { events, next: { horizon, occurredAt: edgeAt, seq: edgeSeq } };
}
