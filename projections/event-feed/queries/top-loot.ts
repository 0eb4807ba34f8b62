import { type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { rowsOfAccounts } from '../../../shared/postgres/rows-of-accounts.ts';
import { StoredEvent } from '../stored-event.ts';
import type { FeedTables } from './event-page.ts';

/** [from, to) by when the drops happened, epoch ms. */
export interface LootFilter {
  readonly accountIds: readonly string[];
  readonly from: number;
  readonly to: number;
  /** As `EventFilter.items`. */
  readonly items?: readonly number[] | undefined;
}

export const RankedEvent = StoredEvent.extend({ rank: z.int() });
export type RankedEvent = z.infer<typeof RankedEvent>;

/** Further down, an account has no neighbours. */
const rankedLootMax = 10_000;

/**
 * The settled drops of the highest value, of equal values the later stored first. Leaves out
 * special worlds, where prices mean something else (rules/xp.md#leaderboards).
 */
export function topLoot(tables: FeedTables, filter: LootFilter, limit: number) {
  const { event } = tables;
  return sql.type(StoredEvent)`
    with horizon as materialized (select ${tables.horizon} as seq)
    select *
    from ${event}
    where seq = any (array(select seq from (${ranked(tables, filter, limit)}) as chosen))
    order by value_gp desc, seq desc`;
}

/** The best drop of the account with two drops before and two after it. */
export function lootAround(tables: FeedTables, filter: LootFilter, accountId: string) {
  return sql.type(RankedEvent)`
    with horizon as materialized (select ${tables.horizon} as seq),
    board as materialized (
      select seq, account_id, row_number() over (order by value_gp desc, seq desc) as rank
      from (${ranked(tables, filter, rankedLootMax)}) as chosen
    ),
    own as (select min(rank) as rank from board where account_id = ${accountId})
    select stored.*, board.rank
    from own
    join board on board.rank between own.rank - 2 and own.rank + 2
    join ${tables.event} as stored on stored.seq = board.seq
    order by board.rank`;
}

/** For each of `starts`, the added up values of the drops since then that `topLoot` ranks. */
export function lootValues(tables: FeedTables, filter: Omit<LootFilter, 'from'>, starts: readonly number[]) {
  const sums = starts.map(
    (from) => sql.fragment`
      least(coalesce(sum(value_gp) filter (where occurred_at >= ${from}::bigint), 0), ${Number.MAX_SAFE_INTEGER}::bigint)`,
  );
  return sql.type(z.object({ values: z.array(z.int()) }))`
    with horizon as materialized (select ${tables.horizon} as seq)
    select json_build_array(${sql.join(sums, sql.fragment`, `)}) as values
    from ${rowsOfAccounts(
      sql.fragment`
        select account_id, value_gp, occurred_at
        from ${tables.event} as drops
        where ${matching(tables, { ...filter, from: Math.min(...starts) })}`,
      filter.accountIds,
    )}`;
}

/** The chosen drops, best first. Needs `horizon`. */
function ranked(tables: FeedTables, filter: LootFilter, limit: number): FragmentSqlToken {
  return sql.fragment`
    select seq, account_id, value_gp
    from ${tables.event} as drops
    where ${matching(tables, filter)} and account_id = any (${sql.array(filter.accountIds, 'text')})
    order by value_gp desc, seq desc
    limit ${limit}::bigint`;
}

function matching({ eventItem }: FeedTables, { from, to, items }: LootFilter): FragmentSqlToken {
  return sql.fragment`type in ('loot', 'pk_loot') and value_gp is not null and not special_world
    and occurred_at >= ${from}::bigint and occurred_at < ${to}::bigint
    and seq <= (select horizon.seq from horizon) and ${withItems(eventItem, items)}`;
}

/** The event `drops` has any of the items; without a list, always. */
export function withItems(eventItem: FeedTables['eventItem'], items: LootFilter['items']): FragmentSqlToken {
  if (items === undefined) return sql.fragment`true`;
  return sql.fragment`exists (
    select from ${eventItem} as item
    where item.seq = drops.seq and item.item_id = any (${sql.array(items, 'int8')})
  )`;
}
