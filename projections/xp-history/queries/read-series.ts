import { dayMs, hourMs } from '../../../shared/domain/durations.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { LiveTables } from '../../../shared/projection/live/live-generations.ts';
import { bucketsMax, lastBucket, pointsText, sampleBytes } from './points-text.ts';
import type { ResolvedRange } from './resolve-range.ts';

/** Tables of earlier shapes, which are served until new ones are built, hold days in one of their own. */
const shapeWithoutDays = 3;

/** One skill of an account. */
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
/** Series whose first pieces one statement reads, 100 KB at most. */
const seriesAtOnce = 10;
/**
 * An answer that may have more points than this reads one series at a time: ten full pieces keep a core of PostgreSQL busy
 * for 5 ms, and where ten such answers began at once, other requests waited for up to 24 ms.
 */
const pointsTogetherMax = 25_000;

interface ReadSeries<Series extends WantedSeries> {
  readonly series: Series;
  /** JSON text like `["2026-09-14T10:00:00.000Z",123],...`, in pieces to be joined by commas. */
  readonly points: AsyncIterable<string>;
}

/**
 * The wanted series in their order, each with the buckets of the range in which xp changed, oldest first, after the value in
 * effect at its start, carried in as the bucket before (decisions.md, Points): at most 5,000 points.
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

/** The points of a series, of which the first piece has been read. */
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
  /** The value in effect before the range, of its first piece; as text, because it is only copied. */
  readonly carried: string | null;
  /**
   * For `pointsText`; null when there are none. As rows, 5,000 of them kept the event loop busy for up to 17 ms; as arrays of
   * times and values in the text form they took PostgreSQL twice the CPU.
   */
  readonly samples: Buffer | null;
}

/** A piece of each series, in their order: the first one, or the one that goes on with the bucket that begins at `from`. */
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
  // Without slonik's tags: building the statement with them took 13 % more CPU of this process.
  return table === null
    ? sql.many<Piece>({ name, text: ofEach(pieceOfDays(tables)), values })
    : sql.many<Piece>({
        name,
        text: ofEach(pieceOfSamples(tables, table, tier.bucketMs)),
        values: [...values, keptFrom],
      });
}

/**
 * The places are constants, not those of `unnest`: of arrays of less than 10 elements PostgreSQL expects a
 * plan of its own to be cheaper, and then plans each time, which takes longer than to read 1,000 samples.
 */
function ofEach(piece: string): string {
  return `select piece.*
          from generate_series(1, ${seriesAtOnce}) place
          cross join lateral (${piece}) piece
          where place <= cardinality($1)
          order by place`;
}

const isWanted = 'account_id = ($1::text[])[place] and skill = ($2::text[])[place]';
/** Days are read as the hours that open them, so a piece goes on behind the whole bucket of the last one. */
const isAsked = 'bucket >= coalesce($5::bigint, $3) and bucket < $4';

/**
 * The first sample of the range holds the value before it, and mostly is of its first day. Where it is not, a look-up gives the
 * same: in the tier where the value is certainly kept, else in the hours, which are kept for ever. Aggregates take the order
 * of the rows that they are made of, which costs a third less than to sort them.
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
 * The xp at the end of a day is the `before` of the hour that opens the next day with xp. For the last day of the piece
 * it is looked up, in the same way as the xp that is carried into a range without samples.
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

/** Every skill that any account has, so that a query may name it; those of most accounts first. */
export async function readKnownSkills(sql: Sql, schema: string): Promise<string[]> {
  const rows = await sql.many<{ skill: string }>({
    text: `select skill
           from ${schema}.skill
           group by skill
           order by count(*) desc, skill`,
    name: `xp-skills ${schema}`,
  });
  return rows.map((row) => row.skill);
}
