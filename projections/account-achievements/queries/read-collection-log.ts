import { sql } from 'slonik';
import { z } from 'zod';
import { byNameAndId } from '../../../shared/domain/by-name-and-id.ts';
import { minuteMs } from '../../../shared/domain/durations.ts';
import { searchedName } from '../../../shared/domain/searched-name.ts';
import { holdings } from '../../../shared/events/holdings.ts';
import type { AccountInTables } from '../../../shared/postgres/account-in-tables.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { countOf, readHeld } from './read-counts.ts';

const LogItem = z.object({
  id: z.int().nullable(),
  name: z.string().nullable(),
  quantity: z.int().nullable(),
  obtained_at: z.int().nullable(),
  source: z.string().nullable(),
  kill_count: z.int().nullable(),
});
type LogItem = z.infer<typeof LogItem>;

/** A drop of the items of a name; `name` is as `searchedName` gives it, `occurred_at` epoch ms. */
interface DropOfName extends Pick<LogItem, 'source' | 'kill_count'> {
  readonly name: string;
  readonly occurred_at: number;
}
type FirstDropsOf = (items: readonly LogItem[]) => Promise<readonly DropOfName[]>;

/** Some plugins accept an entry up to 30 s after its drop, and clocks differ. */
const dropWithinMs = minuteMs;

/** @param nameOf the name of an item that only the kept list has; null when unknown */
export async function readCollectionLog(
  database: Sql,
  account: AccountInTables,
  nameOf: (id: number) => string | null,
  firstDropsOf: FirstDropsOf,
) {
  const names = ['collection-log', 'collection-log-count'] as const;
  const held = await readHeld(database, account, { of: names, withEvents: true });
  const stored = await readItems(database, account);
  const wanted = stored.filter(({ name, source }) => name !== null && source === null);
  const drops = wanted.length === 0 ? [] : await firstDropsOf(wanted);
  const dropOf = new Map(drops.map((drop) => [drop.name, drop]));
  const items = stored
    .map((item) => withSource(item, dropOf.get(searchedName(item.name ?? ''))))
    .map((item) => ({ ...item, name: item.name ?? (item.id === null ? null : nameOf(item.id)) }))
    .sort(newestFirst);
  const [kept, count] = [countOf(held, 'collection-log'), countOf(held, 'collection-log-count')];
  const times = [kept?.at, count?.at, items[0]?.obtained_at].filter((at) => typeof at === 'number');
  const counts = [kept?.value, count?.value].filter((value) => value !== undefined);
  return {
    completed: counts.length === 0 ? null : Math.max(...counts),
    total: count?.total ?? null,
    // The newest report, epoch ms.
    updated_at: times.length === 0 ? null : Math.max(...times),
    // Null when never sent. Newest first, items without a time last, then by name and id.
    items: items.length === 0 && kept === null ? null : items,
  };
}

/** An item whose event has no id is the item of this name that has an id. */
async function readItems(database: Sql, { schema, accountId }: AccountInTables): Promise<readonly LogItem[]> {
  const query = sql.type(LogItem)`
    with kept as (
      select item.id, item.quantity
      from ${generationTable(schema, 'held')}
      cross join lateral json_to_recordset(content -> 'items') as item (id integer, quantity integer)
      where account_id = ${accountId} and type = ${holdings['collection-log'].type}
    ), reported as (
      select *,
        case when item_id = 0 then max(item_id) over (partition by compared_name) else item_id end as id
      from ${generationTable(schema, 'obtained')}
      where account_id = ${accountId} and kind = 'item'
    ), obtained as (
      select nullif(id, 0) as id, min(obtained_at) as obtained_at, max(kill_count) as kill_count,
        (array_agg(name order by item_id desc, obtained_at) filter (where name is not null))[1] as name,
        (array_agg(source order by obtained_at, item_id desc) filter (where source is not null))[1] as source
      from reported
      group by id, case when id = 0 then compared_name end
    )
    select id, obtained.name, kept.quantity, obtained.obtained_at, obtained.source, obtained.kill_count
    from obtained
    full join kept using (id)`;
  return database.many(statementOf(query, `collection-log ${schema}`));
}

function withSource(item: LogItem, drop: DropOfName | undefined): LogItem {
  if (item.source !== null || item.obtained_at === null || drop === undefined) return item;
  if (Math.abs(drop.occurred_at - item.obtained_at) > dropWithinMs) return item;
  return { ...item, source: drop.source, kill_count: item.kill_count ?? drop.kill_count };
}

function newestFirst(one: LogItem, other: LogItem): number {
  const later = (other.obtained_at ?? -1) - (one.obtained_at ?? -1);
  return later === 0 ? byNameAndId(one, other) : later;
}
