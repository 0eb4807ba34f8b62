import { sql } from 'slonik';
import { type FeedTables, matching, PageRow, type WantedEvents } from './event-page.ts';
import { matchingByIndex, scanLength } from './matching-by-index.ts';

/**
 * Settled events, oldest first. Reads a few thousand events in order, then finds further events by
 * index. After a place, finds one event more than the limit, to see whether events follow. There,
 * the horizon is applied last: as a bound of the range, the planner would not know its value and
 * would expect few events. No event is lost, because events beyond the horizon come last.
 */
export function eventsInOrder(tables: FeedTables, { after, filter, ...wanted }: WantedEvents) {
  const { event, horizon } = tables;
  const isForward = after !== null;
  const limit = isForward ? wanted.limit + 1 : wanted.limit;
  const direction = isForward ? sql.fragment`asc` : sql.fragment`desc`;
  const length = scanLength(limit);
  const near = isForward
    ? sql.fragment`${after + length}::bigint`
    : sql.fragment`(select horizon.seq - ${length}::bigint from horizon)`;
  const isNear = isForward
    ? sql.fragment`seq > ${after}::bigint and seq <= ${near}`
    : sql.fragment`seq <= (select horizon.seq from horizon) and seq > ${near}`;
  const mayHaveFar = isForward
    ? sql.fragment`(select horizon.seq from horizon) > ${near}`
    : sql.fragment`true`;
  const isServed = isForward ? sql.fragment`page.seq <= horizon.seq` : sql.fragment`true`;
  const farRange = isForward
    ? { above: near, upTo: sql.fragment`${Number.MAX_SAFE_INTEGER}::bigint` }
    : { above: sql.fragment`0::bigint`, upTo: near };
  const far = matchingByIndex(tables, filter, { ...farRange, direction, limit });
  return sql.type(PageRow)`
    with horizon as materialized (select ${horizon} as seq),
    near as materialized (
      select seq
      from ${event}
      where ${isNear} and ${matching(filter)}
      order by seq ${direction}
      limit ${limit}::bigint
    ),
    found as (
      select seq
      from near
      union all
      select seq
      from (${far}) far
      where (select count(*) from near) < ${limit}::bigint and ${mayHaveFar}
    )
    select horizon.seq as horizon, page.*
    from horizon
    left join (
      select *
      from ${event}
      where seq = any (array(select seq from found order by seq ${direction} limit ${limit}::bigint))
    ) page on ${isServed}
    order by page.seq`;
}
