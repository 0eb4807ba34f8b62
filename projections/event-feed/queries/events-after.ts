import { type IdentifierSqlToken, sql } from 'slonik';
import { type EventFilter, horizonOf, matching, PageRow, storedColumns } from './event-page.ts';
import { matchingFar, windowOf } from './matching-far.ts';

/**
 * The events after a sequence, one more than the limit to tell whether any follow. The nearest are looked at one after the
 * other; only when too few of them match, and more are settled, the rest is asked for by index. The horizon cuts outside:
 * inside, the planner would know nothing of it and take the range for narrow. What lies beyond the horizon is the end of
 * the order, so the cut loses nothing before it.
 */
export function eventsAfter(
  event: IdentifierSqlToken,
  settleMs: number,
  wanted: { readonly after: number; readonly filter: EventFilter; readonly limit: number },
) {
  const { after, filter } = wanted;
  const limit = wanted.limit + 1;
  const near = after + windowOf(limit);
  const far = matchingFar(event, filter, {
    above: sql.fragment`${near}::bigint`,
    upTo: sql.fragment`${Number.MAX_SAFE_INTEGER}::bigint`,
    order: 'asc',
    limit,
  });
  return sql.type(PageRow)`
    with horizon as materialized (select ${horizonOf(event, settleMs)} as seq),
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
    select horizon.seq as horizon, row_to_json(page) as event
    from horizon
    left join (
      select ${storedColumns}
      from ${event}
      where seq = any (array(select seq from found order by seq limit ${limit}::bigint))
    ) page on page.seq <= horizon.seq
    order by page.seq`;
}
