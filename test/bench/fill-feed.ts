import { fillRoom } from './bench-database.ts';
import { accountOf } from './introduce-accounts.ts';

/** The account that has no event. */
export const quietAccount = accountOf(0);

/**
 * A year of events of all accounts but the first, written into the table as the projection would: a million through the
 * log would take minutes, and what is measured begins behind it.
 */
export async function fillFeed(databaseUrl: string, accounts: number, events: number): Promise<void> {
  await fillRoom(databaseUrl, 'event-feed', async (database, schema) => {
    await database.run({
      text: `insert into ${schema}.event
               (seq, event_id, account_id, type, occurred_at, received_at, stored_at, value_gp, special_world, data)
             select n, gen_random_uuid(), 'bench' || lpad((1 + n % ($2 - 1))::text, 7, '0'),
               case when n % 10 < 7 then 'loot' else 'level_up' end,
               $3::bigint - ($1::bigint - n) * 31536, $3::bigint - ($1::bigint - n) * 31536, $3::bigint - 60000,
               case when n % 10 < 7 then n * 7919 % 1000003 end, false, repeat('{"items":[]} ', 20)
             from generate_series(1, $1::bigint) as n`,
      values: [events, accounts, Date.now()],
    });
    await database.run({ text: `vacuum analyze ${schema}.event` });
  });
}
