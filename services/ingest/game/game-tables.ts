import type { Clock } from '../../../shared/clock.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import {
  createKnownGame,
  filePriceMs,
  type ItemDetails,
  type KnownGame,
  type KnownItem,
  type KnownWorld,
} from './known-game.ts';

export interface GameRows {
  readonly items: readonly KnownItem[];
  readonly worlds: readonly KnownWorld[];
  /** By the database's clock, epoch ms: the next read begins here. */
  readonly readAt: number;
}

const writtenNow = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';
/**
 * A row becomes visible when its statement ends, later than its time `written_at`. No statement
 * takes this long.
 */
const statementMaxMs = 60_000;

/** Reads rows written since the last read, and slightly older rows; all rows for 0. */
export async function readGameRows(sql: Sql, lastReadAt: number): Promise<GameRows> {
  const from = lastReadAt - statementMaxMs;
  const { at: readAt } = await sql.one<{ at: number }>({ text: `select ${writtenNow} as at` });
  const items = await sql.many<KnownItem>({
    text: `select id, name, ge_price, ha_price, name_of_file, ha_price_of_file, ge_price_of_file_at, named_by
           from hub.known_item
           where written_at >= $1`,
    values: [from],
  });
  const worlds = await sql.many<KnownWorld>({
    text: `select world, special, of_file, said_at from hub.known_world where written_at >= $1`,
    values: [from],
  });
  return { items, worlds, readAt };
}

export async function readKnownGame(sql: Sql, clock: Clock): Promise<KnownGame> {
  const { items, worlds } = await readGameRows(sql, 0);
  return createKnownGame(
    new Map(items.map((item) => [item.id, item])),
    new Map(worlds.map((world) => [world.world, world])),
    clock,
  );
}

type LearnedItem = ItemDetails & Pick<KnownItem, 'named_by'>;

/**
 * A process may still know the name of a reporter who was erased since: the name is not stored.
 * The SQL repeats the rules of `learnedItem` and `learnedWorld`, because other processes write too.
 * @param now epoch ms
 */
export async function writeLearnedGame(
  sql: Sql,
  { items, worlds }: { readonly items: readonly LearnedItem[]; readonly worlds: readonly KnownWorld[] },
  now: number,
): Promise<void> {
  await sql.run({
    // In one order, so that two processes do not wait for each other.
    text: `with learned_world as (
             insert into hub.known_world as known (world, special, of_file, said_at, written_at)
             select world, special, false, said_at, ${writtenNow}
             from json_to_recordset($2) as row(world integer, special boolean, said_at bigint)
             order by world
             on conflict (world) do update
             set special = excluded.special,
                 of_file = known.of_file and known.special = excluded.special,
                 said_at = excluded.said_at,
                 written_at = excluded.written_at
             where known.said_at <= excluded.said_at
           )
           insert into hub.known_item as known (id, name, ge_price, ha_price, named_by, written_at)
           select id, case when not is_erased then name end, ge_price, ha_price,
             case when is_erased or name is null then '{}' else named_by end, ${writtenNow}
           from json_to_recordset($1) as row(
             id integer, name text, ge_price integer, ha_price integer, named_by text[]
           )
           cross join lateral (
             select exists (select from projection.erased where subject = any (named_by)) as is_erased
           ) as reporter
           order by id
           on conflict (id) do update
           set name = case when known.name_of_file then known.name else coalesce(excluded.name, known.name) end,
               named_by = case
                 when known.name_of_file or excluded.name is null then known.named_by
                 else excluded.named_by
               end,
               ha_price = case
                 when known.ha_price_of_file then known.ha_price
                 else coalesce(excluded.ha_price, known.ha_price)
               end,
               ge_price = case
                 when known.ge_price_of_file_at > $3 then known.ge_price
                 else coalesce(excluded.ge_price, known.ge_price)
               end,
               ge_price_of_file_at = case
                 when known.ge_price_of_file_at > $3 then known.ge_price_of_file_at
               end,
               written_at = excluded.written_at`,
    values: [JSON.stringify(items), JSON.stringify(worlds), now - filePriceMs],
  });
}

/** A null detail keeps the stored detail. @param now epoch ms */
export async function writeFileItems(sql: Sql, items: readonly ItemDetails[], now: number): Promise<void> {
  await sql.run({
    text: `insert into hub.known_item as known
             (id, name, ge_price, ha_price, name_of_file, ha_price_of_file, ge_price_of_file_at, written_at)
           select id, name, ge_price, ha_price, name is not null, ha_price is not null,
             case when ge_price is not null then $2::bigint end, ${writtenNow}
           from json_to_recordset($1) as row(id integer, name text, ge_price integer, ha_price integer)
           order by id
           on conflict (id) do update
           set name = coalesce(excluded.name, known.name),
               ge_price = coalesce(excluded.ge_price, known.ge_price),
               ha_price = coalesce(excluded.ha_price, known.ha_price),
               name_of_file = known.name_of_file or excluded.name_of_file,
               named_by = case when excluded.name is null then known.named_by else '{}' end,
               ha_price_of_file = known.ha_price_of_file or excluded.ha_price_of_file,
               ge_price_of_file_at = coalesce(excluded.ge_price_of_file_at, known.ge_price_of_file_at),
               written_at = excluded.written_at`,
    values: [JSON.stringify(items), now],
  });
}

/** Overwrites all earlier reports. @param now epoch ms */
export async function writeFileWorlds(
  sql: Sql,
  worlds: readonly Pick<KnownWorld, 'world' | 'special'>[],
  now: number,
): Promise<void> {
  await sql.run({
    text: `insert into hub.known_world as known (world, special, of_file, said_at, written_at)
           select world, special, true, $2, ${writtenNow}
           from json_to_recordset($1) as row(world integer, special boolean)
           order by world
           on conflict (world) do update
           set special = excluded.special, of_file = true, said_at = excluded.said_at, written_at = excluded.written_at`,
    values: [JSON.stringify(worlds), now],
  });
}
