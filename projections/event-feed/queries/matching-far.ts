import { type FragmentSqlToken, type IdentifierSqlToken, sql } from 'slonik';
import { type EventFilter, matching } from './event-page.ts';

/** Sequences that are looked at one after the other before any index by account, type or value is asked. */
export function windowOf(limit: number): number {
  return Math.max(2_000, 8 * limit);
}

export interface FarRange {
  /** Sequences in (above, upTo], in this order. */
  readonly above: FragmentSqlToken;
  readonly upTo: FragmentSqlToken;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/** With a type or a value too, an account's own events are looked through only for a few accounts. */
const fewAccounts = 16;

/**
 * Sequences of matching events beyond the window, at most `limit` of each account where it goes by accounts: what an
 * account has is in the order of the feed in `event_by_account`.
 */
export function matchingFar(
  event: IdentifierSqlToken,
  filter: EventFilter,
  { above, upTo, order, limit }: FarRange,
): FragmentSqlToken {
  const direction = order === 'asc' ? sql.fragment`asc` : sql.fragment`desc`;
  const plain = filter.types === null && filter.minValue === null;
  if (!plain && filter.accountIds.length > fewAccounts) {
    return sql.fragment`
      select seq
      from ${event}
      where seq > ${above} and seq <= ${upTo} and ${matching(filter)}
      order by seq ${direction}
      limit ${limit}::bigint`;
  }
  // By rows, not `account_id =`: for that the planner takes an account without events for an average one, of which the
  // feed itself would soon show enough, and reads all of it: 826 ms at a million events.
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
