import { type FragmentSqlToken, sql } from 'slonik';
import { accountsLookedUpMax, type EventFilter, type FeedTables, matching } from './event-page.ts';

/** Sequences that are read in order before an index is used. */
export function scanLength(limit: number): number {
  return Math.max(2_000, 8 * limit);
}

export interface IndexScanRange {
  /** Sequences in (above, upTo], `asc` or `desc`. */
  readonly above: FragmentSqlToken;
  readonly upTo: FragmentSqlToken;
  readonly direction: FragmentSqlToken;
  readonly limit: number;
}

/**
 * Sequences of matching events in (above, upTo], at most `limit` for each account.
 * With a filter by type or value, more than `accountsLookedUpMax` accounts share one scan.
 */
export function matchingByIndex(
  tables: FeedTables,
  filter: EventFilter,
  { above, upTo, direction, limit }: IndexScanRange,
): FragmentSqlToken {
  const { event } = tables;
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
