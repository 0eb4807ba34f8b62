import { eventFeedProjection } from '../../projections/event-feed/projection.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import {
  deferIndexes,
  makeDeferredIndexes,
} from '../../shared/projection/replay/rebuild/deferred-indexes.ts';
import { fillProjection } from './bench-database.ts';
import { accountOf } from './introduce-accounts.ts';

/** The account that has no event. */
export const quietAccount = accountOf(0);

/** As the plugin sends them, 420 and 160 bytes of JSON. */
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

/** Rows of one statement: what comes at once, the hub looks through each second. */
const rowsAtOnce = 100_000;

/**
 * A year of events of all accounts but the first, written into the table as the projection would: a million through the
 * log would take minutes, and what is measured begins behind it. Indexes are made afterwards, as a rebuild does, and event
 * ids come in the order of their index: ten million rows take minutes so, and hours else.
 */
export async function fillFeed(databaseUrl: string, accounts: number, events: number): Promise<void> {
  const until = Date.now();
  await fillProjection(databaseUrl, 'event-feed', async (database, { schema, generation }) => {
    const live = { projection: eventFeedProjection as Projection, number: generation, schema };
    await database.transaction((tx) => deferIndexes(tx, live));
    for (let from = 1; from <= events; from += rowsAtOnce) {
      await database.run({
        text: `insert into ${schema}.event
                 (seq, event_id, account_id, type, occurred_at, received_at, stored_at, value_gp, special_world, data)
               select n, lpad(to_hex(n), 32, '0')::uuid, 'bench' || lpad((1 + n % ($2 - 1))::text, 7, '0'),
                 case when n % 10 < 7 then 'loot' else 'level_up' end,
                 $3::bigint - ($1::bigint - n) * (31536000000 / $1::bigint),
                 $3::bigint - ($1::bigint - n) * (31536000000 / $1::bigint), $3::bigint - 60000,
                 case when n % 10 < 7 then n * 7919 % 1000003 end, false,
                 case when n % 10 < 7 then $4 else $5 end
               from generate_series($6::bigint, $7::bigint) as n`,
        values: [events, accounts, until, loot, levelUp, from, Math.min(events, from + rowsAtOnce - 1)],
      });
    }
    await database.run({ text: "set maintenance_work_mem = '256MB'" });
    await makeDeferredIndexes(database, live);
    await database.run({ text: `vacuum analyze ${schema}.event` });
    await database.run({ text: 'checkpoint' });
  });
}
