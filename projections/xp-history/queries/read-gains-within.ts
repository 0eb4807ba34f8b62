import { overall } from '../../../shared/domain/skill.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { type GainsRequest, lastBucketEnd, type SkillGain } from './read-gains.ts';

/**
 * The gains above 0 of `readGains` in a range of at most a few days, read from the samples of the
 * range. With the skill Overall, each account has the sum of all skills.
 * @param request.from not before `rawKeptFrom`
 */
export async function readGainsWithin(
  sql: Sql,
  request: Omit<GainsRequest, 'movedOnly'>,
): Promise<SkillGain[]> {
  const { schema, accountIds, skill, from, to } = request;
  const isSum = skill === overall;
  const ofSkill = skill === undefined || isSum ? `skill <> '${overall}'` : 'skill = $4';
  const within = `bucket >= $2::bigint and bucket < $3::bigint`;
  const of = `${ofSkill} and account_id in (select unnest($1::text[]))`;
  return sql.many<SkillGain>({
    // The lateral query reads one stretch of the index for each skill that changed since.
    text: `select account_id, ${isSum ? `'${overall}' as skill` : 'skill'}, sum(gain)::bigint as gain
           from (
             select account_id, skill, change.gain
             from ${schema}.skill as moved
             cross join lateral (
               select sum(sample.xp - coalesce(before, first_xp)) as gain
               from ${schema}.sample_5m as sample
               where (sample.account_id, sample.skill) = (moved.account_id, moved.skill) and ${within}
             ) as change
             where moved.at >= $2::bigint and ${of}
             union all
             select account_id, skill, fall
             from ${schema}.correction
             where ${within} and ${of}
           ) as change
           group by account_id${isSum ? '' : ', skill'}
           having sum(gain) > 0`,
    values: [
      ...[accountIds, lastBucketEnd(from, request), lastBucketEnd(to, request)],
      ...(skill === undefined || isSum ? [] : [skill]),
    ],
  });
}
