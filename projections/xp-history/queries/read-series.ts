import { dayMs, hourMs } from '../../../shared/domain/durations.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import type { LiveTables } from '../../../shared/projection/live/live-generations.ts';
import { bucketsMax, lastBucket, pointsText, sampleBytes } from './points-text.ts';
import type { ResolvedRange } from './resolve-range.ts';

/** Earlier shapes have a table of days, and are served until this shape is built. */
const shapeWithoutDays = 3;

export interface WantedSeries {
  readonly accountId: string;
  readonly skill: string;
}

export interface SeriesRequest<Series extends WantedSeries> {
  readonly tables: LiveTables;
  readonly range: ResolvedRange;
  readonly wanted: readonly Series[];
}

/** About 50 KB of text: one read of a socket. */
const samplesAtOnce = 1_250;
/** Series whose first pieces one statement reads. */
const seriesAtOnce = 10;
/**
 * An answer that may have more points reads one series at a time, so that other requests do not
 * wait.
 */
const pointsTogetherMax = 25_000;

interface ReadSeries<Series extends WantedSeries> {
  readonly series: Series;
  /** JSON text like `["2026-09-14T10:00:00.000Z",123],...`, in pieces to be joined by commas. */
  readonly points: AsyncIterable<string>;
}

/**
 * The wanted series in their order, each with the buckets in which xp changed, oldest first. The
 * point of the bucket before the range has the value at the start (rules/xp.md#points).
 */
export async function* readSeries<Series extends WantedSeries>(
  sql: Sql,
  { tables, range, wanted }: SeriesRequest<Series>,
): AsyncGenerator<ReadSeries<Series>> {
  const part = { tables, range };
  const pointsMax = (wanted.length * (range.end - range.first)) / range.tier.bucketMs;
  const atOnce = pointsMax > pointsTogetherMax ? 1 : seriesAtOnce;
  for (let at = 0; at < wanted.length; at += atOnce) {
    const together = wanted.slice(at, at + atOnce);
    const first = range.first === range.end ? [] : await readPieces(sql, part, together, null);
    for (const [index, series] of together.entries()) {
      yield { series, points: pointsOf(sql, part, series, first[index]) };
    }
  }
}

type Part = Omit<SeriesRequest<WantedSeries>, 'wanted'>;

async function* pointsOf(
  sql: Sql,
  part: Part,
  series: WantedSeries,
  first: Piece | undefined,
): AsyncGenerator<string> {
  for (let piece = first; piece !== undefined; ) {
    const { carried, samples } = piece;
    const { first: from, tier } = part.range;
    const points = [
      ...(carried === null ? [] : [carriedIn(from - tier.bucketMs, carried)]),
      ...(samples === null ? [] : [pointsText(samples, part.range)]),
    ];
    if (points.length > 0) yield points.join();
    if (samples === null || samples.length < samplesAtOnce * sampleBytes) return;
    [piece] = await readPieces(sql, part, [series], lastBucket(samples, part.range) + tier.bucketMs);
  }
}

interface Piece {
  /** The value in effect before the range, in the first piece. */
  readonly carried: string | null;
  /** Input of `pointsText`; null without points. Cheaper than rows or arrays. */
  readonly samples: Buffer | null;
}

/** @param from the bucket with which the pieces start; null for the first pieces */
function readPieces(
  sql: Sql,
  { tables, range }: Part,
  series: readonly WantedSeries[],
  from: number | null,
): Promise<Piece[]> {
  const { tier, first, end, keptFrom } = range;
  const name = `xp-series ${tables.schema} ${tier.resolution}`;
  const accountIds = series.map(({ accountId }) => accountId);
  const values = [accountIds, series.map(({ skill }) => skill), first, end, from];
  const days = tables.shape < shapeWithoutDays ? 'sample_1d' : null;
  const table = tier.table ?? days;
  // Without slonik's tags, which cost CPU.
  return table === null
    ? sql.many<Piece>({ name, text: ofEach(pieceOfDays(tables)), values })
    : sql.many<Piece>({
        name,
        text: ofEach(pieceOfSamples(tables, table, tier.bucketMs)),
        values: [...values, keptFrom],
      });
}

/**
 * Constant places instead of `unnest`: for arrays of less than 10 elements, PostgreSQL would plan
 * each time.
 */
function ofEach(piece: string): string {
  return `select piece.*
          from generate_series(1, ${seriesAtOnce}) place
          cross join lateral (${piece}) piece
          where place <= cardinality($1)
          order by place`;
}

const isWanted = 'account_id = ($1::text[])[place] and skill = ($2::text[])[place]';
/** A day is read as its first hour with xp, so the next piece of days begins on the next day. */
const isAsked = 'bucket >= coalesce($5::bigint, $3) and bucket < $4';

/**
 * `carried` is the `before` of a sample on the first day, or else looked up: in kept samples, then
 * in the hours. Aggregates take their rows in the given order.
 */
function pieceOfSamples({ schema }: LiveTables, table: string, bucketMs: number): string {
  return `select string_agg(int8send(xp * ${bucketsMax} + (bucket - $3::bigint) / ${bucketMs}), '') as samples,
            case
              when $5::bigint is null then coalesce(
                (array_agg(before) filter (where bucket < $3::bigint + ${dayMs}))[1],
                (select xp
                 from ${schema}.${table}
                 where ${isWanted} and bucket >= $6 and bucket < $3
                 order by bucket desc
                 limit 1),
                (select xp
                 from ${schema}.sample_1h
                 where ${isWanted} and bucket <= $3::bigint - ${hourMs}
                 order by bucket desc
                 limit 1))
            end::text as carried
          from (
            select bucket, xp, before
            from ${schema}.${table}
            where ${isWanted} and ${isAsked}
            order by bucket
            limit ${samplesAtOnce}
          ) samples`;
}

/**
 * The xp at the end of a day is the `before` of the hour that opens the next day with xp. The last
 * day of the piece is looked up.
 */
function pieceOfDays({ schema }: LiveTables): string {
  const lastBefore = (moment: string) =>
    `(select xp
      from ${schema}.sample_1h
      where ${isWanted} and bucket < ${moment}
      order by bucket desc
      limit 1)`;
  const dayOf = (moment: string) => `${moment} / ${dayMs}`;
  return `select string_agg(int8send(xp * ${bucketsMax} + ${dayOf('bucket')} - ${dayOf('$3::bigint')}), '') as samples,
            case
              when $5::bigint is null then coalesce((array_agg(before))[1], ${lastBefore('$3')})
            end::text as carried
          from (
            select bucket,
              before,
              coalesce(
                lead(before) over (order by bucket),
                ${lastBefore(`(${dayOf('opening.bucket')} + 1) * ${dayMs}`)}) as xp
            from (
              select bucket, before
              from ${schema}.sample_1h
              where ${isWanted} and opens_day and ${isAsked}
              order by bucket
              limit ${samplesAtOnce}
            ) opening
          ) days`;
}

function carriedIn(bucket: number, xp: string): string {
  return `["${new Date(bucket).toISOString()}",${xp}]`;
}

/** Every skill of these accounts, the skills of most accounts first. */
export async function readKnownSkills(
  sql: Sql,
  schema: QuotedSchema,
  accountIds: readonly string[],
): Promise<string[]> {
  const rows = await sql.many<{ skill: string }>({
    text: `select skill
           from ${schema}.skill
           where account_id = any ($1)
           group by skill
           order by count(*) desc, skill`,
    values: [accountIds],
    name: `xp-skills ${schema}`,
  });
  return rows.map((row) => row.skill);
}
