import { type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { quantityMax } from '../../../shared/domain/item.ts';
import { dropKinds } from '../drops/drop-of.ts';
import type { FeedTables } from './event-page.ts';

/** [from, to) by when the drops happened, epoch ms; null for no bound. */
export interface DropFilter {
  readonly accountId: string;
  readonly from: number | null;
  readonly to: number | null;
  /** As `EventFilter.items`. */
  readonly items?: readonly number[] | undefined;
  /** As `EventFilter.sources`. */
  readonly sources?: readonly string[] | undefined;
}

export const ItemOfDrops = z.object({
  /** Negative for an item that has only a name. */
  id: z.int(),
  name: z.string().nullable(),
  quantity: z.int().nullable(),
  value_gp: z.int().nullable(),
  first_at: z.int(),
  last_at: z.int(),
});
export type ItemOfDrops = z.infer<typeof ItemOfDrops>;

/** Times are epoch ms. */
export const DropSource = z.object({
  source: z.string().nullable(),
  kind: z.enum(dropKinds).nullable(),
  drops: z.int(),
  value_gp: z.int().nullable(),
  kill_count: z.int().nullable(),
  last_at: z.int(),
  best: z.object({ event_id: z.string(), value_gp: z.int(), occurred_at: z.int() }).nullable(),
  items: z.array(ItemOfDrops),
});
export type DropSource = z.infer<typeof DropSource>;

const dropItemsMax = 200;

/**
 * The settled drops of an account by source and kind. A drop without a kind has the kind of other
 * drops of its source. Sources and items come by value, then by name.
 */
export function accountDrops(tables: FeedTables, filter: DropFilter, limit: number) {
  const { accountDrop, dropItem, event } = tables;
  const account = sql.fragment`${filter.accountId}`;
  return sql.type(DropSource)`
    with chosen as materialized (
      select seq, occurred_at, coalesce(source_name, '') as source_name, source, kill_count, value_gp,
             coalesce(kind, case when source_name is null then null else min(kind) over (partition by source_name) end, '')
               as kind
      from ${accountDrop} as of_account
      where account_id = ${account} and seq <= (select ${tables.horizon}) and ${matching(tables, filter)}
    ),
    of_source as materialized (
      select source_name, kind, min(source) as source, count(*) as drops, ${cappedSum('value_gp')} as value_gp,
             max(kill_count) as kill_count, max(occurred_at) as last_at,
             (array_agg(seq order by value_gp desc, seq) filter (where value_gp is not null))[1] as best
      from chosen
      group by source_name, kind
      order by value_gp desc nulls last, nullif(source_name, '') nulls last, nullif(kind, '') nulls last
      limit ${limit}::bigint
    ),
    of_item as (
      select source_name, kind, item_id, min(item.name) as name, ${cappedSum('item.value_gp')} as value_gp,
             ${cappedSum('item.quantity', quantityMax)} as quantity,
             min(item.occurred_at) as first_at, max(item.occurred_at) as last_at
      from chosen
      join ${dropItem} as item on item.account_id = ${account} and item.seq = chosen.seq
      where exists (select from of_source where (source_name, kind) = (chosen.source_name, chosen.kind))
      group by source_name, kind, item_id
    ),
    placed as (
      select *, row_number() over (
        partition by source_name, kind order by value_gp desc nulls last, lower(name) collate "C" nulls last, item_id
      ) as place
      from of_item
    ),
    listed as (
      select source_name, kind, json_agg(json_build_object(
               'id', item_id, 'name', name, 'quantity', quantity, 'value_gp', value_gp,
               'first_at', first_at, 'last_at', last_at
             ) order by place) as items
      from placed
      where place <= ${dropItemsMax}::bigint
      group by source_name, kind
    )
    select source, nullif(kind, '') as kind, drops, of_source.value_gp, kill_count, last_at,
           coalesce(items, '[]') as items,
           case when best is null then null else (
             select json_build_object('event_id', event_id, 'value_gp', value_gp, 'occurred_at', occurred_at)
             from ${event}
             where seq = best
           ) end as best
    from of_source
    left join listed using (source_name, kind)
    order by of_source.value_gp desc nulls last, nullif(source_name, '') nulls last, nullif(kind, '') nulls last`;
}

/** Whether the account has a settled drop. */
export function hasDrops(tables: FeedTables, accountId: string) {
  return sql.type(z.object({ found: z.boolean() }))`
    select exists (
      select from ${tables.accountDrop}
      where account_id = ${accountId} and seq <= (select ${tables.horizon})
    ) as found`;
}

function matching({ dropItem }: FeedTables, { from, to, items, sources }: DropFilter): FragmentSqlToken {
  const conditions = [
    ...(from === null ? [] : [sql.fragment`occurred_at >= ${from}::bigint`]),
    ...(to === null ? [] : [sql.fragment`occurred_at < ${to}::bigint`]),
    ...(sources === undefined ? [] : [sql.fragment`source_name = any (${sql.array(sources, 'text')})`]),
    ...(items === undefined
      ? []
      : [
          sql.fragment`exists (
            select from ${dropItem} as item
            where (item.account_id, item.seq) = (of_account.account_id, of_account.seq)
              and item.item_id = any (${sql.array(items, 'int8')})
          )`,
        ]),
  ];
  return sql.fragment`${sql.join([sql.fragment`true`, ...conditions], sql.fragment` and `)}`;
}

/** Null when no value is known. `least` leaves out null. */
export function cappedSum(column: string, max = Number.MAX_SAFE_INTEGER): FragmentSqlToken {
  const named = sql.identifier(column.split('.'));
  return sql.fragment`case when count(${named}) > 0 then least(sum(${named}), ${max}::bigint)::bigint end`;
}
