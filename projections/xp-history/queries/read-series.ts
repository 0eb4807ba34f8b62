import { dayMs, hourMs, minuteMs } from '../../../shared/domain/durations.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { LiveTables } from '../../../shared/projection/live/live-generations.ts';
import { pointsText } from './points-text.ts';
import type { ResolvedRange } from './resolve-range.ts';

/** Tables of earlier shapes, which are served until new ones are built, hold days in one of their own. */
const shapeWithoutDays = 3;

export interface SeriesRequest {
  readonly tables: LiveTables;
  readonly accountId: string;
  readonly skill: string;
  readonly range: ResolvedRange;
}

/** About 50 KB of text: what one read of a socket takes. 200 KB at once made 140 MB of garbage between collections. */
const samplesAtOnce = 1_250;

/**
 * The buckets of a range in which xp changed, oldest first, after the value in effect at its start, carried in as the
 * bucket before (decisions.md, Points). At most 5,000 points, as the JSON text `["2026-09-14T10:00:00.000Z",123],...`, in
 * pieces to be joined by commas.
 */
export async function* readSeries(sql: Sql, request: SeriesRequest): AsyncGenerator<string> {
  const { first, end, tier } = request.range;
  if (first === end) return;
  for (let after: number | null = null; ; ) {
    const { carried, minutes, xp, count, last } = await readPiece(sql, request, after);
    const points = [
      ...(carried === null ? [] : [carriedIn(first - tier.bucketMs, carried)]),
      ...(minutes === null || xp === null ? [] : [pointsText({ count, minutes, xp })]),
    ];
    if (points.length > 0) yield points.join();
    if (count < samplesAtOnce) return;
    after = last;
  }
}

/**
 * Samples as arrays in the text form of PostgreSQL, null when there are none. As rows, 5,000 of a skill kept the event loop
 * busy for up to 17 ms; as points that PostgreSQL formats they cost 1.4 times its `json_agg`.
 */
interface Piece {
  /** The value in effect before the range, of its first piece; as text, like the others, because it is only copied. */
  readonly carried: string | null;
  readonly minutes: string | null;
  readonly xp: string | null;
  readonly count: number;
  /** Bucket of the last sample, epoch ms. */
  readonly last: number | null;
}

function readPiece(sql: Sql, request: SeriesRequest, after: number | null): Promise<Piece> {
  const { tables, accountId, skill, range } = request;
  const { tier, first, end, keptFrom } = range;
  const name = `xp-series ${tables.schema} ${tier.resolution}`;
  const values = [accountId, skill, first, end, after];
  const days = tables.shape < shapeWithoutDays ? 'sample_1d' : null;
  const table = tier.table ?? days;
  // Without slonik's tags: building the statement with them took 13 % more CPU of this process.
  return table === null
    ? sql.one<Piece>({ name, text: pieceOfDays(tables), values })
    : sql.one<Piece>({ name, text: pieceOfSamples(tables, table), values: [...values, keptFrom] });
}

/**
 * The first sample of the range holds the value before it. Only a range without samples needs a look-up: in the tier where it
 * is certainly kept, else in the hours, which are kept for ever. Arrays take the order of the rows that they are made of,
 * which costs a third less than to sort them.
 */
function pieceOfSamples({ schema }: LiveTables, table: string): string {
  return `select count(*) as count,
            max(bucket) as last,
            array_agg((bucket / ${minuteMs})::integer)::text as minutes,
            array_agg(xp)::text as xp,
            case
              when $5::bigint is not null then null
              when count(*) > 0 then (array_agg(before))[1]
              else coalesce(
                (select xp
                 from ${schema}.${table}
                 where account_id = $1 and skill = $2 and bucket >= $6 and bucket < $3
                 order by bucket desc
                 limit 1),
                (select xp
                 from ${schema}.sample_1h
                 where account_id = $1 and skill = $2 and bucket <= $3::bigint - ${hourMs}
                 order by bucket desc
                 limit 1))
            end::text as carried
          from (
            select bucket, xp, before
            from ${schema}.${table}
            where account_id = $1 and skill = $2 and bucket >= coalesce($5::bigint + 1, $3) and bucket < $4
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
      where account_id = $1 and skill = $2 and bucket < ${moment}
      order by bucket desc
      limit 1)`;
  return `select count,
            last,
            minutes::text as minutes,
            (befores[2:] || ${lastBefore(`(last / ${dayMs} + 1) * ${dayMs}`)})::text as xp,
            case when $5::bigint is not null then null when count > 0 then befores[1] else ${lastBefore('$3')} end::text
              as carried
          from (
            select count(*) as count,
              max(bucket) as last,
              array_agg((bucket / ${dayMs} * ${dayMs / minuteMs})::integer) as minutes,
              array_agg(before) as befores
            from (
              select bucket, before
              from ${schema}.sample_1h
              where account_id = $1 and skill = $2 and opens_day and bucket >= coalesce($5::bigint + 1, $3) and bucket < $4
              order by bucket
              limit ${samplesAtOnce}
            ) opening
          ) days`;
}

function carriedIn(bucket: number, xp: string): string {
  return `["${new Date(bucket).toISOString()}",${xp}]`;
}

/** Every skill that any account has, so that a query may name it. */
export async function readKnownSkills(sql: Sql, schema: string): Promise<string[]> {
  const rows = await sql.many<{ skill: string }>({
    text: `select distinct skill
           from ${schema}.skill`,
    name: `xp-skills ${schema}`,
  });
  return rows.map((row) => row.skill);
}
