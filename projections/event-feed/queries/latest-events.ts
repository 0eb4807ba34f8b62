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

/** The newest settled events, oldest first. */
export function latestEvents(
  tables: FeedTables,
  settleMs: number,
  { filter, limit }: { readonly filter: EventFilter; readonly limit: number },
) {
  const { event } = tables;
  const near = sql.fragment`(select horizon.seq - ${scanLength(limit)}::bigint from horizon)`;
  const far = matchingByIndex(tables, filter, {
    above: sql.fragment`0::bigint`,
    upTo: near,
    order: 'desc',
    limit,
  });
  return sql.type(PageRow)`
    with horizon as materialized (select ${horizonOf(tables, settleMs)} as seq),
    near as materialized (
      select seq
      from ${event}
      where seq <= (select horizon.seq from horizon) and seq > ${near} and ${matching(filter)}
      order by seq desc
      limit ${limit}::bigint
    ),
    found as (
      select seq
      from near
      union all
      select seq
      from (${far}) far
      where (select count(*) from near) < ${limit}::bigint
    )
    select horizon.seq as horizon, page.*
    from horizon
    left join (
      select ${storedColumns}
      from ${event}
      where seq = any (array(select seq from found order by seq desc limit ${limit}::bigint))
    ) page on true
    order by page.seq`;
}
