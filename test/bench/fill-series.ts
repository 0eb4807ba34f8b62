import { fillProjection } from './bench-database.ts';
import { accountOf } from './introduce-accounts.ts';

const hourMs = 3_600_000;

/** The longest series that can be asked for: 5,000 hours of each skill, the value carried in included. */
export const seriesPoints = 5_000;
export const seriesSkills = Array.from({ length: 30 }, (_, index) => `Skill ${index}`);

/** Hours of xp of each account, up to the hour of `until`, epoch ms. */
export async function fillSeries(databaseUrl: string, accounts: number, until: number): Promise<void> {
  const first = until - (until % hourMs) - (seriesPoints - 2) * hourMs;
  const accountIds = Array.from({ length: accounts }, (_, index) => accountOf(index));
  await fillProjection(databaseUrl, 'xp-history', async (database, { schema }) => {
    await database.run({
      text: `insert into ${schema}.skill (account_id, skill, xp, at, first_xp)
             select account, skill, 1, 1, 1
             from unnest($1::text[]) account, unnest($2::text[]) skill`,
      values: [accountIds, seriesSkills],
    });
    await database.run({
      text: `insert into ${schema}.sample_1h (account_id, skill, opens_day, bucket, xp, before)
             select account, skill, false, $3::bigint + n * ${hourMs}::bigint, 100000000 + n, 99999999 + n
             from unnest($1::text[]) account, unnest($2::text[]) skill, generate_series(0, $4::int - 2) n`,
      values: [accountIds, seriesSkills, first, seriesPoints],
    });
    await database.run({ text: `vacuum analyze ${schema}.sample_1h` });
  });
}

const bucketMs = 300_000;
const bucketsPerDay = 288;

/** Seven days of Overall of each account up to `until`, epoch ms: a bucket each five minutes of twelve hours a day. */
export async function fillWeek(databaseUrl: string, accounts: number, until: number): Promise<void> {
  const accountIds = Array.from({ length: accounts }, (_, index) => accountOf(index));
  await fillProjection(databaseUrl, 'xp-history', async (database, { schema }) => {
    await database.run({
      text: `insert into ${schema}.sample_5m (account_id, skill, bucket, xp, before)
             select account, 'Overall', $2::bigint - n * ${bucketMs}::bigint, 274000000 - n * 700, 273999300 - n * 700
             from unnest($1::text[]) account, generate_series(1, 7 * ${bucketsPerDay}) n
             where n % ${bucketsPerDay} <= ${bucketsPerDay / 2}
             order by n desc`,
      values: [accountIds, until - (until % bucketMs)],
    });
    await database.run({ text: `vacuum analyze ${schema}.sample_5m` });
  });
}
