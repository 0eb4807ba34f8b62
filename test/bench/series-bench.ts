import { xpHistoryProjection } from '../../projections/xp-history/projection.ts';
import { readSeries } from '../../projections/xp-history/queries/read-series.ts';
import { resolveRange } from '../../projections/xp-history/queries/resolve-range.ts';
import { createLifecycle } from '../../shared/async/lifecycle.ts';
import type { Database, Sql, Statement } from '../../shared/postgres/database.ts';
import { prepareGenerations } from '../../shared/projection/generations/generations.ts';
import { liveGeneration } from '../../shared/projection/testing/step-projector.ts';
import { machine } from './machine.ts';
import { openBenchLog } from './open-bench-log.ts';

/** Buffer pages that seven days of one skill are read from, out of a month and out of a year: exact, whatever the machine. */
export interface SeriesResult {
  readonly bench: 'series';
  readonly machine: string;
  readonly holds: boolean;
  readonly pagesPerThousandMax: number;
  readonly growthMax: number;
  readonly rows: number;
  readonly points: number;
  readonly pagesOfMonth: number;
  readonly pagesOfYear: number;
  readonly pagesPerThousand: number;
  readonly growth: number;
}

const pagesPerThousandMax = 20;
const growthMax = 1.2;
const dayMs = 86_400_000;
const bucketMs = 300_000;
/** An account's day: twelve hours of play, so that a week is 1,000 points; two skills move in each bucket, and their sum. */
const bucketsPerDay = 144;
const skills = ['Overall', 'Slayer', 'Hitpoints'];
const accounts = Array.from({ length: 20 }, (_, index) => `bench${String(index).padStart(7, '0')}`);
const start = Date.UTC(2026, 0, 1);

export async function benchSeries(onProgress: (day: number) => void): Promise<SeriesResult> {
  const lifecycle = createLifecycle();
  try {
    const { database } = await openBenchLog(lifecycle.onClose);
    await prepareGenerations(database, [xpHistoryProjection]);
    const { schema } = await liveGeneration(database, xpHistoryProjection);
    const month = await pagesAfter(database, schema, { from: 0, days: 30 }, onProgress);
    const year = await pagesAfter(database, schema, { from: 30, days: 365 }, onProgress);
    const pagesPerThousand = Number(((year.pages * 1_000) / year.points).toFixed(1));
    const growth = Number((year.pages / month.pages).toFixed(2));
    return {
      bench: 'series',
      machine: machine(),
      holds: pagesPerThousand <= pagesPerThousandMax && growth <= growthMax,
      pagesPerThousandMax,
      growthMax,
      rows: 365 * bucketsPerDay * skills.length * accounts.length,
      points: year.points,
      pagesOfMonth: month.pages,
      pagesOfYear: year.pages,
      pagesPerThousand,
      growth,
    };
  } finally {
    await lifecycle.close();
  }
}

async function pagesAfter(
  database: Database,
  schema: string,
  { from, days }: { readonly from: number; readonly days: number },
  onProgress: (day: number) => void,
): Promise<{ readonly pages: number; readonly points: number }> {
  for (let day = from; day < days; day += 1) {
    await storeDay(database, schema, day);
    onProgress(day + 1);
  }
  // What autovacuum does in the meantime of a real year: only pages that it has seen are read from the index alone.
  await database.run({ text: `vacuum analyze ${schema}.sample_5m` });
  await database.run({ text: `vacuum analyze ${schema}.sample_1h` });
  const now = start + days * dayMs;
  const range = resolveRange({
    resolution: '5m',
    from: now - 7 * dayMs,
    to: now,
    now,
    rawRetentionMs: 365 * dayMs,
  });
  const tables = { schema, shape: xpHistoryProjection.version.shape };
  const request = { tables, range, wanted: [{ accountId: accounts[7] ?? '', skill: 'Slayer' }] };
  let pages = 0;
  const explained = explaining(database, (read) => (pages += read));
  const pieces: string[] = [];
  for await (const { points } of readSeries(explained, request)) {
    for await (const piece of points) pieces.push(piece);
  }
  return { pages, points: JSON.parse(`[${pieces}]`).length };
}

/** In the order of time, as it comes: all accounts' rows of a bucket before those of the next. */
async function storeDay(database: Database, schema: string, day: number): Promise<void> {
  for (const [table, columns, values, step, count] of [
    ['sample_5m', '', '', bucketMs, bucketsPerDay],
    ['sample_1h', ', opens_day', ', bucket = 0', 12 * bucketMs, bucketsPerDay / 12],
  ] as const) {
    await database.run({
      text: `insert into ${schema}.${table} (account_id, skill, bucket, xp, before${columns})
             select account, skill, $3::bigint + bucket * $4::bigint, $3::bigint / 1000 + bucket, $3::bigint / 1000${values}
             from generate_series(0, $5::int - 1) as bucket, unnest($1::text[]) as account, unnest($2::text[]) as skill
             order by bucket`,
      values: [accounts, skills, start + day * dayMs, step, count],
    });
  }
}

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Explains statements before they are answered. */
function explaining(database: Database, onPages: (pages: number) => void): Sql {
  async function explain({ text, values = [] }: Statement): Promise<void> {
    const { 'QUERY PLAN': plans } = await database.one<{ 'QUERY PLAN': { Plan: Plan }[] }>({
      text: `explain (analyze, buffers, format json) ${text}`,
      values,
    });
    const plan = plans[0]?.Plan;
    if (plan === undefined) throw new Error('no plan');
    onPages(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
  }
  const many = async <Row extends object>(statement: Statement): Promise<Row[]> => {
    await explain(statement);
    return database.many<Row>(statement);
  };
  return { ...database, many };
}

export function describeSeries(result: SeriesResult): string {
  const { rows, points, pagesOfMonth, pagesOfYear, pagesPerThousand, growth, holds } = result;
  return [
    `seven days of one skill, ${points} points of ${rows} stored, buffer pages by explain (analyze, buffers)`,
    result.machine,
    `after 30 days   ${pagesOfMonth} pages`,
    `after 365 days  ${pagesOfYear} pages, ${growth} times as many (bar <= ${growthMax})`,
    `per 1,000 points  ${pagesPerThousand} (bar <= ${pagesPerThousandMax}): ${holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}
