import { overall } from '../../../shared/domain/skill.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { bucketOf, tiers } from '../tier.ts';
import { type GainsRequest, lastBucketEnd } from './read-gains.ts';

const [fine, hourly] = tiers;

export interface GainsOfDaysRequest extends Pick<GainsRequest, 'schema' | 'now' | 'rawKeptFrom'> {
  readonly accountId: string;
  /** The first instants of the days and the end of the last day, epoch ms, ascending. */
  readonly starts: readonly number[];
}

/**
 * The gain of all skills on each day, equal to `readGains` of that day. Null for a day that ended
 * before the first report (rules/xp.md#gains).
 */
export async function readGainsOfDays(
  sql: Sql,
  request: GainsOfDaysRequest,
): Promise<readonly (number | null)[]> {
  const { schema, accountId, starts } = request;
  const ends = starts.map((start) => lastBucketEnd(start, request));
  const hours = ends.map((end) => bucketOf(hourly, end));
  // The rest of this hour belongs to the day that begins within it.
  const split = ends.flatMap((end, place) => (end === hours[place] ? [] : [place]));
  const rows = await sql.many<{ day: number; gain: number }>({
    // The day of the first report has a row without a gain, so that the earliest row dates it.
    text: `with hour as materialized (
             select skill, first_xp, bucket, sample.xp - coalesce(before, first_xp) as gain
             from ${schema}.skill
             join ${schema}.sample_1h as sample using (account_id, skill)
             where account_id = $1 and skill <> '${overall}'
               and bucket >= ($3::bigint[])[1] and bucket <= ($3::bigint[])[cardinality($3::bigint[])]
           )
           select day, sum(gain)::bigint as gain
           from (
             select width_bucket(bucket, $3::bigint[]) as day, gain
             from hour
             union all
             select side.day, side.sign * (sample.xp - coalesce(before, first_xp))
             from unnest($4::bigint[], $5::bigint[], $6::int[]) as split(bucket, until, day)
             join hour using (bucket)
             join ${schema}.sample_5m as sample
               on sample.account_id = $1 and sample.skill = hour.skill
                 and sample.bucket >= split.bucket and sample.bucket < split.until
             cross join lateral (values (split.day, -1), (split.day - 1, 1)) as side(day, sign)
             union all
             select width_bucket(bucket, $2::bigint[]), fall
             from ${schema}.correction
             where account_id = $1 and skill <> '${overall}'
             union all
             select width_bucket(case when fine.bucket < first.bucket + ${hourly.bucketMs} then fine.bucket else first.bucket end, $2::bigint[]), 0
             from (${firstSample(schema, hourly.table)}) first
             left join (${firstSample(schema, fine.table)}) fine on true
           ) part
           group by day`,
    values: [
      ...[accountId, ends, hours],
      ...[split.map((place) => hours[place]), split.map((place) => ends[place])],
      split.map((place) => place + 1),
    ],
    name: `gains-of-days ${schema}`,
  });
  const gains = new Map(rows.map(({ day, gain }) => [day, gain]));
  const known = Math.min(...gains.keys());
  return starts.slice(1).map((_, place) => (place + 1 < known ? null : (gains.get(place + 1) ?? 0)));
}

function firstSample(schema: string, table: string): string {
  return `select bucket from ${schema}.${table}
          where account_id = $1 and skill = '${overall}'
          order by bucket
          limit 1`;
}
