import type { Database } from '../../../shared/postgres/database.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';
import type { ProjectionName } from '../../../shared/projection/projection.ts';

/** Fills live tables directly. The same history through the log would take minutes. */

/** Payloads as the plugin sends them. */
const loot = JSON.stringify({
  type: 'loot',
  data: {
    source: 'Zulrah',
    npcId: 2042,
    totalValue: 418_220,
    items: ['Zulrah’s scales', 'Tanzanite fang', 'Pure essence'].map((name, index) => ({
      name,
      id: 12_934 + index,
      quantity: 1 + index * 120,
      gePrice: 180 + index,
      haPrice: 20,
    })),
  },
  eventId: '0f8a3d52-6a5e-4e0c-9a0b-1d2c3b4a5968',
  timestamp: 1_789_410_126_200,
});
const levelUp = JSON.stringify({
  type: 'levelUp',
  data: [{ skill: 'Slayer', level: 87, xp: 3_972_294 }],
  eventId: '0f8a3d52-6a5e-4e0c-9a0b-1d2c3b4a5969',
  timestamp: 1_789_410_126_200,
});

/** A year of events: seven drops of ten, and level-ups. */
export async function fillFeed(
  database: Database,
  accountIds: readonly string[],
  events: number,
): Promise<void> {
  await database.run({
    text: `insert into ${await schemaOf(database, 'event-feed')}.event
             (seq, event_id, account_id, type, occurred_at, received_at, value_gp, special_world, data)
           select n, lpad(to_hex(n), 32, '0')::uuid, ($2::text[])[1 + n % cardinality($2::text[])],
             case when n % 10 < 7 then 'loot' else 'level_up' end, at, at,
             case when n % 10 < 7 then n * 7919 % 1000003 end, false,
             case when n % 10 < 7 then $4 else $5 end
           from generate_series(1, $1::bigint) as n,
             lateral (select $3::bigint - ($1::bigint - n) * (31536000000 / $1::bigint) as at) as time`,
    values: [events, accountIds, Date.now(), loot, levelUp],
  });
}

export const [manyIdsName, coinsId] = ['whip', 995];

/** The accounts gave one name to `ids` items. Each drop has one of these items, and coins. */
export async function fillItems(
  database: Database,
  accountIds: readonly string[],
  ids: number,
): Promise<void> {
  const schema = await schemaOf(database, 'event-feed');
  await database.run({
    text: `insert into ${schema}.item_name (account_id, name, item_id)
           select ($1::text[])[1 + n % cardinality($1::text[])], $2, 1000000 + n
           from generate_series(0, $3::bigint - 1) as n`,
    values: [accountIds, manyIdsName, ids],
  });
  await database.run({
    text: `insert into ${schema}.event_item (item_id, seq, account_id, occurred_at)
           select item.item_id, seq, account_id, occurred_at
           from ${schema}.event, lateral (values ($1::bigint), (1000000 + seq % $2::bigint)) as item (item_id)
           where type = 'loot'`,
    values: [coinsId, ids],
  });
}

const minutesOfPlay = 240;

/** A point each minute of four hours a day, up to now. */
export async function fillTrails(
  database: Database,
  accountIds: readonly string[],
  days: number,
): Promise<void> {
  await database.run({
    text: `insert into ${await schemaOf(database, 'location-trail')}.point
             (account_id, minute, at, x, y, plane, world, is_on_boat)
           select account, minute, minute * 60000, 3200 + minute % 64, 3200 + minute % 48, 0, 330, null
           from unnest($1::text[]) as account, generate_series(1, $2::int) as day,
             generate_series(1, $3::int) as played,
             lateral (select $4::bigint - day * 1440 + played as minute) as time
           order by minute
           on conflict do nothing`,
    values: [accountIds, days, minutesOfPlay, Math.floor(Date.now() / 60_000)],
  });
}

async function schemaOf(database: Database, projection: ProjectionName): Promise<string> {
  const live = await findLive(database, projection);
  if (live === null) throw new Error(`${projection} has no live generation`);
  return live.schema;
}
