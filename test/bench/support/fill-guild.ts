import { hourMs } from '../../../shared/domain/durations.ts';
import { holdings } from '../../../shared/events/holdings.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';
import type { ProjectionName } from '../../../shared/projection/projection.ts';

/** A year of a guild for the answers about achievements, written to live tables. */

export const benchBoss = 'Boss 7';
const bosses = 40;
const sources = 40;
const droppedItems = 800;
const loggedItems = 700;
const obtainedItems = 300;
const bankItems = 400;
const storedIds = 3_000;
export const firstItemId = 1_000;

const loot = JSON.stringify({
  type: 'loot',
  data: { source: 'Boss 7', totalValue: 418_220, items: [{ name: 'Item 5', id: 1_005, quantity: 3 }] },
});

export async function fillGuild(
  database: Database,
  accountIds: readonly string[],
  events: number,
): Promise<void> {
  const now = Date.now();
  // A sort for each index, in memory.
  await database.run({ text: `set maintenance_work_mem = '512MB'` });
  await fillDrops(database, accountIds, events, now);
  await fillXp(database, accountIds, now);
  await fillRecords(database, accountIds, now);
  await fillKills(database, accountIds, now);
  await fillAchievements(database, accountIds, now);
  await fillSessions(database, accountIds, now);
  await fillStorages(database, accountIds, now);
}

/** Seven drops of ten events, with one or two items. */
async function fillDrops(database: Database, accountIds: readonly string[], events: number, now: number) {
  const schema = await schemaOf(database, 'event-feed');
  const ofEvent = `generate_series(1, $1::bigint) as n,
    lateral (select $3::bigint - ($1::bigint - n) * (31536000000 / $1::bigint) as at) as time,
    lateral (select ($2::text[])[1 + n % cardinality($2::text[])] as account_id,
                    n / cardinality($2::text[]) % ${sources} as boss,
                    n / cardinality($2::text[]) % 10 < 7 as is_drop) as account`;
  const values = [events, accountIds, now];
  await withoutIndexes(database, `${schema}.event`, {
    text: `insert into ${schema}.event (seq, event_id, account_id, type, occurred_at, received_at,
             value_gp, special_world, data, source_name)
           select n, lpad(to_hex(n), 32, '0')::uuid, account_id,
             case when is_drop then 'loot' else 'level_up' end, at, at,
             case when is_drop then n * 7919 % 1000003 end, false, $4::text,
             case when is_drop then 'boss ' || boss end
           from ${ofEvent}`,
    values: [...values, loot],
  });
  await withoutIndexes(database, `${schema}.account_drop`, {
    text: `insert into ${schema}.account_drop
             (account_id, seq, occurred_at, source_name, source, kind, kill_count, value_gp)
           select account_id, n, at, 'boss ' || boss, 'Boss ' || boss, 'npc',
             1 + n % 2000, n * 7919 % 1000003
           from ${ofEvent}
           where is_drop`,
    values,
  });
  await withoutIndexes(database, `${schema}.drop_item`, {
    text: `insert into ${schema}.drop_item
             (account_id, seq, item_id, occurred_at, name, quantity, value_gp)
           select account_id, n, ${firstItemId} + item, at, 'Item ' || item, 1 + n % 50,
             n * 7919 % 1000003
           from ${ofEvent},
             lateral (select distinct abs(hashint8extended(n, part) % ${droppedItems}) as item
                      from generate_series(0, n % 2) as part) as dropped
           where is_drop`,
    values,
  });
  await database.run({
    text: `insert into ${schema}.item_name (account_id, name, item_id)
           select account, 'item ' || n % ${droppedItems}, ${firstItemId} + n % ${droppedItems}
           from unnest($1::text[]) with ordinality as account (account, n)`,
    values: [accountIds],
  });
}

/** Two hours of play on each third day, in two skills. The last play ended an hour ago. */
async function fillXp(database: Database, accountIds: readonly string[], now: number) {
  const schema = await schemaOf(database, 'xp-history');
  const values = [accountIds, lastPlayAt(now)];
  const xp = `1000000 + ((bucket - $2::bigint) / 300000 + 366 * 288) * 10`;
  const skills = `(select array_agg(distinct skill order by skill) from ${schema}.skill) as known (skills)`;
  const played = (days: number) => `unnest($1::text[]) with ordinality as account (account_id, k)
    cross join generate_series(0, ${days}) as d cross join ${skills}
    cross join lateral (select distinct unnest(array['Overall', skills[1 + (k + d) % cardinality(skills)],
      skills[1 + (k + 2 * d + 1) % cardinality(skills)]]) as skill) as trained`;
  // The first reports would count as play of today.
  for (const table of ['sample_5m', 'sample_1h'])
    await database.run({
      text: `delete from ${schema}.${table} where account_id = any($1)`,
      values: [accountIds],
    });
  for (const { table, days, buckets, bucketMs, more } of [
    { table: 'sample_5m', days: 30, buckets: 24, bucketMs: 300_000, more: '' },
    { table: 'sample_1h', days: 364, buckets: 2, bucketMs: 3_600_000, more: ', b = 0' },
  ]) {
    await withoutIndexes(database, `${schema}.${table}`, {
      text: `insert into ${schema}.${table} (account_id, skill, bucket, xp, before${more && ', opens_day'})
             select account_id, skill, bucket, ${xp}, ${xp} - 10${more}
             from ${played(days)}
             cross join generate_series(0, ${buckets - 1}) as b
             cross join lateral (select $2::bigint - d * 86400000::bigint + b * ${bucketMs} as bucket) as at
             where (k + d) % 3 = 0
             order by bucket
             on conflict do nothing`,
      values,
    });
  }
  await database.run({
    text: `update ${schema}.skill
           set xp = ${xp}, first_xp = 1000000, at = bucket + 300000
           from (select account_id, skill, max(bucket) as bucket from ${schema}.sample_1h
                 where bucket <= $2::bigint + 3600000 and account_id = any($1::text[])
                 group by account_id, skill) as newest
           where (newest.account_id, newest.skill) = (skill.account_id, skill.skill)`,
    values,
  });
}

/** The begin of the last two hours of play, which are whole hours. */
function lastPlayAt(now: number): number {
  return now - (now % hourMs) - 3 * hourMs;
}

async function fillRecords(database: Database, accountIds: readonly string[], now: number) {
  const schema = await schemaOf(database, 'xp-records');
  await database.run({
    text: `update ${schema}.skill set at = at - 31536000000 where account_id = any($1)`,
    values: [accountIds],
  });
  await database.run({
    text: `update ${schema}.skill
           set days = gained.days, at = gained.at
           from (
             select account_id, skill, json_agg(json_build_array(day, gain) order by day) as days, max(at) as at
             from (
               select account_id, name as skill, bucket / 86400000 as day, sum(xp - before) as gain,
                 max(bucket) + 3600000 as at
               from ${await schemaOf(database, 'xp-history')}.sample_1h
               cross join lateral (values (skill), ('Overall')) as of_skill (name)
               where skill <> 'Overall' and account_id = any($1) and bucket > $2::bigint - 37 * 86400000::bigint
               group by 1, 2, 3
             ) as of_day
             group by 1, 2
           ) as gained
           where (gained.account_id, gained.skill) = (skill.account_id, skill.skill)`,
    values: [accountIds, now],
  });
  await database.run({
    text: `update ${schema}.skill
           set level_at = $2::bigint - k * 1000003, day_gain = 1 + k * 7919 % 1009, day_last = $3::bigint - k % 99,
               week_gain = 1 + k * 7919 % 5003, week_last = $3::bigint - k % 99,
               month_gain = 1 + k * 7919 % 20011, month_last = $3::bigint - k % 99
           from unnest($1::text[]) with ordinality as account (account_id, k)
           where account.account_id = skill.account_id`,
    values: [accountIds, now, Math.floor(now / 86_400_000)],
  });
  await database.run({
    text: `insert into ${schema}.milestone (account_id, kind, skill, value, at)
           select skill.account_id, 'level', skill, value, $2::bigint - (k * 7919 + value * 104729) % 31536000 * 1000
           from unnest($1::text[]) with ordinality as account (account_id, k)
           join ${schema}.skill using (account_id)
           cross join (values (50), (60), (70)) as reached (value)
           where skill <> 'Overall'`,
    values: [accountIds, now],
  });
}

async function fillKills(database: Database, accountIds: readonly string[], now: number) {
  const schema = await schemaOf(database, 'boss-kills');
  const all = `unnest($1::text[]) with ordinality as account (account_id, k), generate_series(1, ${bosses}) as n`;
  await database.run({
    text: `insert into ${schema}.boss (account_id, boss, name, kills, updated_at, best_ms, best_at)
           select account_id, 'boss ' || n, 'Boss ' || n, 1 + (k * 7919 + n * 31) % 2003, $2::bigint - k * 60000,
             60000 + k * n % 60000, $2::bigint - k * 60000
           from ${all}`,
    values: [accountIds, now],
  });
  await database.run({
    text: `insert into ${schema}.gain (account_id, boss, bucket, kills)
           select account_id, 'boss ' || n, ($2::bigint / 300000 - d * 2016) * 300000, 1 + (k + n) % 9
           from ${all}, generate_series(0, 4) as d`,
    values: [accountIds, now],
  });
}

async function fillAchievements(database: Database, accountIds: readonly string[], now: number) {
  const schema = await schemaOf(database, 'account-achievements');
  const count = (completed: number, total: number) => ({ completed, content: { completed, total } });
  const items = Array.from({ length: loggedItems }, (_, n) => ({ id: firstItemId + n, quantity: 1 + n }));
  const pets = [{ id: 12_921, name: 'Pet snakeling' }];
  const held = {
    'collection-log': { completed: loggedItems, content: { items } },
    'collection-log-count': count(733, 1_690),
    'quest-count': count(141, 177),
    'quest-points': count(259, 300),
    'diary-count': count(31, 48),
    'diary-tasks': count(366, 492),
    'combat-achievements': count(611, 2_672),
    slayer: { completed: null, content: { points: 842, streak: 204 } },
    pets: { completed: null, content: { pets } },
  } as const;
  for (const [name, { completed, content }] of Object.entries(held)) {
    await database.run({
      text: `insert into ${schema}.held (account_id, type, updated_at, completed, content)
             select account_id, $2, $3::bigint - k * 1000, $4::int - k % 100, $5::json
             from unnest($1::text[]) with ordinality as account (account_id, k)`,
      values: [
        ...[accountIds, holdings[name as keyof typeof held].type, now],
        ...[completed, JSON.stringify(content)],
      ],
    });
  }
  await database.run({
    text: `insert into ${schema}.obtained
             (account_id, kind, compared_name, item_id, name, obtained_at, source, kill_count)
           select account_id, 'item', 'item ' || n, ${firstItemId} + n, 'Item ' || n, $2::bigint - n * 3600000,
             'Boss 7', n
           from unnest($1::text[]) as account (account_id), generate_series(1, ${obtainedItems}) as n`,
    values: [accountIds, now],
  });
}

async function fillSessions(database: Database, accountIds: readonly string[], now: number) {
  const schema = await schemaOf(database, 'play-sessions');
  await database.run({
    text: `insert into ${schema}.session
             (account_id, started_at, last_seen_at, ended_at, end_reason, worlds, timeout_ms)
           select account_id, begun, begun + 7200000, begun + 7200000, 'logout', '{330}', 60000
           from unnest($1::text[]) with ordinality as account (account_id, k), generate_series(0, 364) as d,
             lateral (select $2::bigint - d * 86400000::bigint as begun) as time
           where (k + d) % 3 = 0`,
    values: [accountIds, lastPlayAt(now)],
  });
}

async function fillStorages(database: Database, accountIds: readonly string[], now: number) {
  const schema = await schemaOf(database, 'item-storages');
  await database.run({
    text: `insert into ${schema}.stored_item (account_id, storage, member_id, item_id, quantity)
           select account_id, 'bank', '', ${firstItemId} + (k * 7 + n * 11) % ${storedIds}, 1 + k * n % 9973
           from unnest($1::text[]) with ordinality as account (account_id, k),
             generate_series(1, ${bankItems}) as n
           on conflict do nothing`,
    values: [accountIds],
  });
  await database.run({
    text: `insert into ${schema}.storage (account_id, storage, member_id, updated_at, items)
           select account_id, 'bank', '', $1::bigint, json_agg(part order by item_id, place)
           from ${schema}.stored_item,
             lateral (values (1, item_id::bigint), (2, quantity)) as flat (place, part)
           group by account_id`,
    values: [now],
  });
}

/** Writes no log, and creates the indexes after the rows. A clean stop keeps an unlogged table. */
async function withoutIndexes(
  database: Database,
  table: string,
  insert: { readonly text: string; readonly values: readonly unknown[] },
): Promise<void> {
  const indexes = await database.many<{ name: string; definition: string }>({
    text: `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
           from pg_index
           where indrelid = $1::regclass and not indisunique`,
    values: [table],
  });
  await database.run({ text: `alter table ${table} set unlogged` });
  for (const { name } of indexes) await database.run({ text: `drop index ${name}` });
  await database.run(insert as never);
  for (const { definition } of indexes) await database.run({ text: definition });
}

async function schemaOf(database: Database, projection: ProjectionName): Promise<string> {
  const live = await findLive(database, projection);
  if (live === null) throw new Error(`${projection} has no live generation`);
  return live.schema;
}
