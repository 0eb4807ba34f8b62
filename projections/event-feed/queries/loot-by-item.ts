import { sql } from 'slonik';
import { z } from 'zod';
import { quantityMax } from '../../../shared/domain/item.ts';
import { dropTypes } from '../duplicates/merge-reports.ts';
import { cappedSum, ItemOfDrops } from './account-drops.ts';
import { type FeedTables, horizonOf } from './event-page.ts';
import type { LootFilter } from './top-loot.ts';

/** Times are epoch ms. */
export const LootOfItem = ItemOfDrops.extend({ drops: z.int() });
export type LootOfItem = z.infer<typeof LootOfItem>;

/**
 * The items of all settled drops of the accounts (rules/drops.md#leaderboard-of-drops), by value,
 * then by name. With `items`, only these items. Reads `event` for its indexes by time; only drops
 * of normal worlds have items in `drop_item`.
 */
export function lootByItem(tables: FeedTables, settleMs: number, filter: LootFilter, limit: number) {
  const { accountIds, from, to, items } = filter;
  const ofItems =
    items === undefined ? sql.fragment`true` : sql.fragment`item.item_id = any (${sql.array(items, 'int8')})`;
  return sql.type(LootOfItem)`
    with drops as materialized (
      select account_id, seq, occurred_at
      from ${tables.event}
      where account_id = any (${sql.array(accountIds, 'text')})
        and occurred_at >= ${from}::bigint and occurred_at < ${to}::bigint
        and type = any (${sql.array([...dropTypes], 'text')})
        and seq <= (select ${horizonOf(tables, settleMs)})
    )
    select item.item_id as id, min(name) as name, count(*) as drops,
           ${cappedSum('quantity', quantityMax)} as quantity, ${cappedSum('value_gp')} as value_gp,
           min(occurred_at) as first_at, max(occurred_at) as last_at
    from drops
    join ${tables.dropItem} as item on (item.account_id, item.seq) = (drops.account_id, drops.seq)
    where item.seq >= (select min(seq) from drops) and item.seq <= (select max(seq) from drops) and ${ofItems}
    group by item.item_id
    order by value_gp desc nulls last, lower(min(name)) collate "C" nulls last, item.item_id
    limit ${limit}::bigint`;
}
