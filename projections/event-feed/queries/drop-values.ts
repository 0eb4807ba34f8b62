import { sql } from 'slonik';
import { z } from 'zod';
import { rowsOfAccounts } from '../../../shared/postgres/rows-of-accounts.ts';
import { dropTypes } from '../duplicates/merge-reports.ts';
import { cappedSum } from './account-drops.ts';
import type { FeedTables } from './event-page.ts';
import { type LootFilter, withItems } from './top-loot.ts';

export const AccountDropValue = z.object({
  account_id: z.string(),
  value_gp: z.int(),
  drops: z.int(),
});
export type AccountDropValue = z.infer<typeof AccountDropValue>;

/**
 * The value and the number of the settled drops of each account. With `items`, only of drops with
 * any of these. Reads the index `loot_by_time` of `event`, whose condition names the types.
 */
export function dropValues(tables: FeedTables, { accountIds, from, to, items }: LootFilter) {
  const types = sql.join([...dropTypes].map(sql.literalValue), sql.fragment`, `);
  return sql.type(AccountDropValue)`
    select account_id, ${cappedSum('value_gp')} as value_gp, count(*) as drops
    from ${rowsOfAccounts(
      sql.fragment`
        select account_id, value_gp, seq
        from ${tables.event} as drops
        where occurred_at >= ${from}::bigint and occurred_at < ${to}::bigint
          and type in (${types}) and value_gp is not null and not special_world
          and ${withItems(tables.eventItem, items)}`,
      accountIds,
    )}
    where seq <= (select ${tables.horizon})
    group by account_id`;
}
