import { sql } from 'slonik';
import { StoredEvent } from '../stored-event.ts';
import { type FeedTables, horizonOf, storedColumns } from './event-page.ts';

/** [from, to) by when the drops happened, epoch ms. */
export interface LootFilter {
  readonly accountIds: readonly string[];
  readonly from: number;
  readonly to: number;
}

/**
 * The settled drops of the highest value, of equal values the later stored first. Leaves out
 * special worlds, where prices mean something else (rules/xp.md#leaderboards).
 */
export function topLoot(
  tables: FeedTables,
  settleMs: number,
  { accountIds, from, to }: LootFilter,
  limit: number,
) {
  const { event } = tables;
  return sql.type(StoredEvent)`
    with horizon as materialized (select ${horizonOf(tables, settleMs)} as seq)
    select ${storedColumns}
    from ${event}
    where seq = any (array(
      select seq
      from ${event}
      where type in ('loot', 'pk_loot') and value_gp is not null and not special_world
        and occurred_at >= ${from}::bigint and occurred_at < ${to}::bigint
        and account_id = any (${sql.array(accountIds, 'text')})
        and seq <= (select horizon.seq from horizon)
      order by value_gp desc, seq desc
      limit ${limit}::bigint
    ))
    order by value_gp desc, seq desc`;
}
