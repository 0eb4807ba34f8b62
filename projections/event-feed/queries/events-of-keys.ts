import { sql } from 'slonik';
import {
  eventAt,
  type FeedTables,
  matching,
  ofAnyAccount,
  PageRow,
  type WantedEvents,
} from './event-page.ts';
import type { KeyScan } from './key-scan.ts';

/**
 * Events of the feed by items or sources. Reads a fixed number of index entries, and may stop
 * before the horizon, or find less than the newest events. `reached` is the place where the scan
 * stopped. After a place, finds one event more than the limit, to see whether events follow.
 */
export function eventsOfKeys(tables: FeedTables, scan: KeyScan, wanted: WantedEvents) {
  const { after, filter } = wanted;
  const { table, column, key, keys, each } = scan;
  const isForward = after !== null;
  const limit = isForward ? wanted.limit + 1 : wanted.limit;
  const direction = isForward ? sql.fragment`asc` : sql.fragment`desc`;
  const upTo = isForward
    ? sql.fragment`${Number.MAX_SAFE_INTEGER}::bigint`
    : sql.fragment`(select horizon.seq from horizon)`;
  const reached = isForward ? sql.fragment`min(seq)` : sql.fragment`max(seq)`;
  const isBeyond = isForward
    ? sql.fragment`entries.seq > reached.seq`
    : sql.fragment`entries.seq < reached.seq`;
  return sql.type(PageRow)`
    with horizon as materialized (select ${tables.horizon} as seq),
    entries as materialized (
      select of_key.*
      from unnest(${keys}) as wanted (key)
      cross join lateral (
        select seq, account_id, row_number() over (order by ${column} ${direction}, seq ${direction}) as place
        from ${table}
        where ${column} is not null
          and (${column}, seq) > (${key}, ${after ?? 0}::bigint) and (${column}, seq) <= (${key}, ${upTo})
        order by ${column} ${direction}, seq ${direction}
        limit ${each}::bigint
      ) of_key
    ),
    reached as materialized (select ${reached} as seq from entries where place = ${each}::bigint),
    found as materialized (
      select place.seq
      from (
        select distinct entries.seq
        from entries
        cross join reached
        where (${isBeyond}) is not true and entries.seq <= (select horizon.seq from horizon)
          and ${ofAnyAccount('entries', filter.accountIds)}
      ) place
      cross join lateral (${eventAt(tables.event)}) found
      where ${matching({ ...filter, accountIds: null })}
      order by place.seq ${direction}
      limit ${limit}::bigint
    )
    select horizon.seq as horizon, reached.seq as reached, page.*
    from horizon
    cross join reached
    left join (
      select *
      from ${tables.event}
      where seq = any (array(select seq from found))
    ) page on true
    order by page.seq`;
}
