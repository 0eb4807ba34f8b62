import { type FragmentSqlToken, sql } from 'slonik';
import {
  accountsLookedUpMax,
  type EventFilter,
  type FeedTables,
  type ItemFilter,
  itemIdsOf,
  matching,
} from './event-page.ts';

/** Sequences that are read in order before an index is used. */
export function scanLength(limit: number): number {
  return Math.max(2_000, 8 * limit);
}

export interface IndexScanRange {
  /** Sequences in (above, upTo], in this order. */
  readonly above: FragmentSqlToken;
  readonly upTo: FragmentSqlToken;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/**
 * Sequences of matching events in (above, upTo], at most `limit` for each item, source or account.
 * With a filter by type or value, more than `accountsLookedUpMax` accounts share one scan.
 */
export function matchingByIndex(
  tables: FeedTables,
  filter: EventFilter,
  { above, upTo, order, limit }: IndexScanRange,
): FragmentSqlToken {
  const { event } = tables;
  const direction = order === 'asc' ? sql.fragment`asc` : sql.fragment`desc`;
  if (filter.items !== undefined)
    return byItems(tables, filter, filter.items, { above, upTo, direction, limit });
  if (filter.sources !== undefined)
    return bySources(tables, filter, filter.sources, { above, upTo, direction, limit });
  const plain = filter.types === null && filter.minValue === null;
  if (filter.accountIds === null || (!plain && filter.accountIds.length > accountsLookedUpMax)) {
    return sql.fragment`
      select seq
      from ${event}
      where seq > ${above} and seq <= ${upTo} and ${matching(filter)}
      order by seq ${direction}
      limit ${limit}::bigint`;
  }
  // Compares rows instead of `account_id =`. With `=`, the planner may read the whole feed for an
  // account without events.
  return sql.fragment`
    select of_account.seq
    from unnest(${sql.array(filter.accountIds, 'text')}) as wanted (id)
    cross join lateral (
      select seq
      from ${event}
      where (account_id, seq) > (wanted.id collate "C", ${above}) and (account_id, seq) <= (wanted.id collate "C", ${upTo})
        and ${matching({ ...filter, accountIds: null })}
      order by account_id ${direction}, seq ${direction}
      limit ${limit}::bigint
    ) of_account`;
}

interface KeyScan {
  readonly above: FragmentSqlToken;
  readonly upTo: FragmentSqlToken;
  readonly direction: FragmentSqlToken;
  readonly limit: number;
}

/** An event may have several of the items. */
function byItems(
  tables: FeedTables,
  filter: EventFilter,
  items: ItemFilter,
  { above, upTo, direction, limit }: KeyScan,
): FragmentSqlToken {
  const accounts =
    filter.accountIds === null
      ? sql.fragment`true`
      : sql.fragment`i.account_id = any (${sql.array(filter.accountIds, 'text')})`;
  return sql.fragment`
    select distinct of_item.seq
    from unnest(${itemIdsOf(tables, items)}) as wanted (id)
    cross join lateral (
      select i.seq
      from ${tables.eventItem} i
      where (i.item_id, i.seq) > (wanted.id, ${above}) and (i.item_id, i.seq) <= (wanted.id, ${upTo}) and ${accounts}
        and exists (select from ${tables.event} where seq = i.seq and ${matching({ ...filter, accountIds: null })})
      order by i.item_id ${direction}, i.seq ${direction}
      limit ${limit}::bigint
    ) of_item`;
}

function bySources(
  { event }: FeedTables,
  filter: EventFilter,
  sources: readonly string[],
  { above, upTo, direction, limit }: KeyScan,
): FragmentSqlToken {
  return sql.fragment`
    select of_source.seq
    from unnest(${sql.array(sources, 'text')}) as wanted (name)
    cross join lateral (
      select seq
      from ${event}
      where source_name is not null
        and (source_name, seq) > (wanted.name collate "C", ${above})
        and (source_name, seq) <= (wanted.name collate "C", ${upTo})
        and ${matching({ ...filter, sources: undefined })}
      order by source_name ${direction}, seq ${direction}
      limit ${limit}::bigint
    ) of_source`;
}
