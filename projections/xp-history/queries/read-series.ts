import { dayMs, hourMs, minuteMs } from '../../../shared/domain/durations.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { ResolvedRange } from './resolve-range.ts';

export interface SeriesRequest {
  /** Quoted schema of the live generation. */
  readonly schema: string;
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
    const before = carried === null ? [] : [pointText((first - tier.bucketMs) / minuteMs, carried)];
    const points = before.concat(pointTexts(minutes, xp));
    if (points.length > 0) yield points.join();
    if (count < samplesAtOnce) return;
    after = last;
  }
}

/**
 * Samples as two arrays in the text form of PostgreSQL, `{29312640,29312645}`, null when there are none. As rows, 5,000 of
 * a skill kept the event loop busy for up to 17 ms; as points that PostgreSQL formats they cost 1.4 times its `json_agg`.
 */
interface Piece {
  /** The value in effect before the range, of its first piece; as text, like the others, because it is only copied. */
  readonly carried: string | null;
  /** Starts of buckets, epoch minutes. */
  readonly minutes: string | null;
  readonly xp: string | null;
  readonly count: number;
  /** Bucket of the last sample, epoch ms. */
  readonly last: number | null;
}

function readPiece(
  sql: Sql,
  { schema, accountId, skill, range }: SeriesRequest,
  after: number | null,
): Promise<Piece> {
  const { tier, first, end, keptFrom } = range;
  return sql.one<Piece>({
    // Without slonik's tags: building the statement with them took 13 % more CPU of this process.
    // The first sample of the range holds the value before it. Only a range without samples needs a look-up: in the tier
    // where it is certainly kept, else in the hours, which are kept for ever.
    // Arrays take the order of the rows that they are made of, which costs a third less than to sort them.
    text: `select count(*) as count,
             max(bucket) as last,
             array_agg((bucket / ${minuteMs})::integer)::text as minutes,
             array_agg(xp)::text as xp,
             case
               when $6::bigint is not null then null
               when count(*) > 0 then (array_agg(before))[1]
               else coalesce(
                 (select xp
                  from ${schema}.${tier.table}
                  where account_id = $1 and skill = $2 and bucket >= $5 and bucket < $3
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
             from ${schema}.${tier.table}
             where account_id = $1 and skill = $2 and bucket >= coalesce($6::bigint + 1, $3) and bucket < $4
             order by bucket
             limit ${samplesAtOnce}
           ) samples`,
    values: [accountId, skill, first, end, keptFrom, after],
    name: `xp-series ${schema} ${tier.table}`,
  });
}

function pointTexts(minutes: string | null, xp: string | null): string[] {
  if (minutes === null || xp === null) return [];
  const values = xp.slice(1, -1).split(',');
  return minutes
    .slice(1, -1)
    .split(',')
    .map((minute, index) => pointText(Number(minute), values[index] ?? ''));
}

const minutesOfDay = dayMs / minuteMs;
const twoDigits = (value: number): string => String(value).padStart(2, '0');
/** `T10:05:00.000Z` for each minute of a day. */
const timesOfDay = Array.from(
  { length: minutesOfDay },
  (_, minute) => `T${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:00.000Z`,
);
let lastDay = Number.NaN;
let lastDayText = '';

/** A thousand points take 0.1 ms: points of a day share its date, as `toISOString` takes a microsecond each. */
function pointText(minute: number, xp: string): string {
  const time = minute % minutesOfDay;
  const day = minute - time;
  if (day !== lastDay) {
    lastDayText = new Date(day * minuteMs).toISOString().slice(0, 'yyyy-mm-dd'.length);
    lastDay = day;
  }
  return `["${lastDayText}${timesOfDay[time]}",${xp}]`;
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
