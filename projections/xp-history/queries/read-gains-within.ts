import type { Sql } from '../../../shared/postgres/database.ts';
import { type GainsRequest, lastBucketEnd, type SkillGain } from './read-gains.ts';

export interface GainsWithinRequest
  extends Pick<GainsRequest, 'schema' | 'from' | 'to' | 'now' | 'rawKeptFrom'> {
  readonly series: readonly Omit<SkillGain, 'gain'>[];
}

/**
 * The gains of `readGains` in a range of at most a day, in the order of the series. Reads only the
 * samples of the range.
 * @param request.from not before `rawKeptFrom`
 */
export async function readGainsWithin(sql: Sql, request: GainsWithinRequest): Promise<readonly number[]> {
  const { schema, series, from, to } = request;
  if (series.length === 0) return [];
  const of = `(account_id, skill) = (asked.account_id, asked.skill)`;
  const within = `${of} and bucket >= $3::bigint and bucket < $4::bigint`;
  const firstXp = `select first_xp from ${schema}.skill where ${of}`;
  const rows = await sql.many<{ gain: number }>({
    text: `select (coalesce((select sum(xp - coalesce(before, (${firstXp}))) from ${schema}.sample_5m where ${within}), 0)
               + coalesce((select sum(fall) from ${schema}.correction where ${within}), 0))::bigint as gain
           from unnest($1::text[], $2::text[]) with ordinality as asked (account_id, skill, place)
           order by place`,
    values: [
      ...[series.map(({ account_id }) => account_id), series.map(({ skill }) => skill)],
      ...[lastBucketEnd(from, request), lastBucketEnd(to, request)],
    ],
  });
  return rows.map(({ gain }) => gain);
}
