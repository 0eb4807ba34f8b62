import { sql } from 'slonik';
import { z } from 'zod';
import { searchedName } from '../../../shared/domain/searched-name.ts';
import { DropSource } from './account-drops.ts';
import type { FeedTables } from './event-page.ts';

/** `name` is as `searchedName` gives it, `occurred_at` epoch ms. */
const FirstDrop = DropSource.pick({ source: true, kill_count: true }).extend({
  ...{ name: z.string(), occurred_at: z.int() },
});
export type FirstDrop = z.infer<typeof FirstDrop>;

export interface ItemToFind {
  readonly id: number | null;
  readonly name: string | null;
}

/** The first settled drop of each name, by the ids of its items and the ids reported with it. */
export function firstDrops(tables: FeedTables, account: string, items: readonly ItemToFind[]) {
  const wanted = items.map(({ id, name }) => [id, searchedName(name ?? '')]);
  // An id may have any number of names: it has one drop before the names join.
  return sql.type(FirstDrop)`
    with wanted as materialized (
      select * from ${sql.unnest(wanted, ['int8', 'text'])} as item (item_id, name)
    ),
    named as materialized (
      select item_id, name from wanted
      union
      select item_id, name from ${tables.itemName}
      where account_id = ${account} and name in (select name from wanted)
    ),
    first_of_id as materialized (
      select distinct on (item_id) item_id, seq
      from ${tables.dropItem}
      where account_id = ${account} and seq <= (select ${tables.horizon})
        and item_id in (select item_id from named)
      order by item_id, occurred_at, seq
    )
    select distinct on (name) name, occurred_at, source, kill_count
    from named
    join first_of_id using (item_id)
    join ${tables.accountDrop} using (seq)
    where account_id = ${account}
    order by name, occurred_at, seq`;
}
