import { sql } from 'slonik';
import {
  type EventFilter,
  type FeedTables,
  horizonOf,
  matching,
  PageRow,
  storedColumns,
} from './event-page.ts';
import { matchingByIndex, scanLength } from './matching-by-index.ts';

/**
 * Finds one event more than the limit, to see whether events follow. Reads the next few thousand
 * events in order, then finds later events by index. The horizon is applied last: as a bound of the
 * range, the planner would not know its value and would expect few events. No event is lost,
 * because events beyond the horizon come last in the order.
 */
export function eventsAfter(
  tables: FeedTables,
  settleMs: number,
  wanted: { readonly after: number; readonly filter: EventFilter; readonly limit: number },
) {
  const { event } = tables;
  const { after, filter } = wanted;
  const limit = wanted.limit + 1;
  const near = after + scanLength(limit);
  const far = matchingByIndex(tables, filter, {
    above: sql.fragment`${near}::bigint`,
    upTo: sql.fragment`${Number.MAX_SAFE_INTEGER}::bigint`,
    order: 'asc',
    limit,
  });
  return sql.type(PageRow)`
    with horizon as materialized (select ${horizonOf(tables, settleMs)} as seq),
    near as materialized (
      select seq
      from ${event}
      where seq > ${after}::bigint and seq <= ${near}::bigint and ${matching(filter)}
      order by seq
      limit ${limit}::bigint
    ),
    found as (
      select seq
      from near
      union all
      select seq
      from (${far}) far
      where (select count(*) from near) < ${limit}::bigint and (select horizon.seq from horizon) > ${near}::bigint
    )
    select horizon.seq as horizon, page.*
    from horizon
    left join (
      select ${storedColumns}
      from ${event}
      where seq = any (array(select seq from found order by seq limit ${limit}::bigint))
    ) page on page.seq <= horizon.seq
    order by page.seq`;
}
