import { sql } from 'slonik';
import { z } from 'zod';
import { quantityMax } from '../../../shared/domain/item.ts';
import { rowsOfAccounts } from '../../../shared/postgres/rows-of-accounts.ts';
import { cappedSum, ItemOfDrops } from './account-drops.ts';
import type { FeedTables } from './event-page.ts';
import type { LootFilter } from './top-loot.ts';

/** Times are epoch ms. */
export const LootOfItem = ItemOfDrops.extend({ drops: z.int() });
export type LootOfItem = z.infer<typeof LootOfItem>;

/**
 * The items of all settled drops of the accounts (rules/drops.md#leaderboard-of-drops), by value,
 * then by name. With `items`, only these items.
 */
export function lootByItem(tables: FeedTables, filter: LootFilter, limit: number) {
  const { accountIds, from, to, items } = filter;
  const ofItems =
    items === undefined ? sql.fragment`true` : sql.fragment`item_id = any (${sql.array(items, 'int8')})`;
  return sql.type(LootOfItem)`
    select item_id as id, min(name) as name, count(*) as drops,
           ${cappedSum('quantity', quantityMax)} as quantity, ${cappedSum('value_gp')} as value_gp,
           min(occurred_at) as first_at, max(occurred_at) as last_at
    from ${rowsOfAccounts(
      sql.fragment`
        select * from ${tables.dropItem}
        where occurred_at >= ${from}::bigint and occurred_at < ${to}::bigint and ${ofItems}`,
      accountIds,
    )}
    where seq <= (select ${tables.horizon})
    group by item_id
    order by value_gp desc nulls last, lower(min(name)) collate "C" nulls last, item_id
    limit ${limit}::bigint`;
}
