import { type FragmentSqlToken, type IdentifierSqlToken, sql } from 'slonik';
import { type EventFilter, fewAccountsMax, matching } from './event-page.ts';

/** How many sequences are read in order before an index by account, type or value is used. */
export function windowOf(limit: number): number {
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
 * Sequences of matching events beyond the window. Named accounts are looked up account by account,
 * at most `limit` events of each. The index `event_by_account` holds the events of an account in
 * the order of the feed. With a filter by type or value this is done for a few accounts only.
 */
export function matchingByIndex(
  event: IdentifierSqlToken,
  filter: EventFilter,
  { above, upTo, order, limit }: IndexScanRange,
): FragmentSqlToken {
  const direction = order === 'asc' ? sql.fragment`asc` : sql.fragment`desc`;
  const plain = filter.types === null && filter.minValue === null;
  if (filter.accountIds === null || (!plain && filter.accountIds.length > fewAccountsMax)) {
    return sql.fragment`
      select seq
      from ${event}
      where seq > ${above} and seq <= ${upTo} and ${matching(filter)}
      order by seq ${direction}
      limit ${limit}::bigint`;
  }
  // Compares rows instead of `account_id =`. The planner would expect an average number of events
  // of the account, and read the feed in order until it has enough. For an account without events
  // this is the whole feed, 826 ms at a million events.
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
