import { sql } from 'slonik';
import { z } from 'zod';
import { dropTypes } from '../duplicates/merge-reports.ts';
import { cappedSum } from './account-drops.ts';
import { type FeedTables, horizonOf } from './event-page.ts';
import type { LootFilter } from './top-loot.ts';

export const AccountDropValue = z.object({ account_id: z.string(), value_gp: z.int() });
export type AccountDropValue = z.infer<typeof AccountDropValue>;

/**
 * The value of the settled drops of each account. Reads `event`, because its indexes have the times
 * that `account_drop` lacks.
 */
export function dropValues(
  tables: FeedTables,
  settleMs: number,
  { accountIds, from, to }: Omit<LootFilter, 'items'>,
) {
  return sql.type(AccountDropValue)`
    select account_id, ${cappedSum('value_gp')} as value_gp
    from ${tables.event}
    where account_id = any (${sql.array(accountIds, 'text')})
      and occurred_at >= ${from}::bigint and occurred_at < ${to}::bigint
      and type = any (${sql.array([...dropTypes], 'text')}) and value_gp is not null and not special_world
      and seq <= (select ${horizonOf(tables, settleMs)})
    group by account_id`;
}
