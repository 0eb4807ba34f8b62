import { overall } from '../../../shared/domain/skill.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { bucketOf, tiers } from '../tier.ts';

export interface GainsRequest {
  /** Quoted schema of the live generation. */
  readonly schema: string;
  readonly accountIds: readonly string[];
  /** Gains over (from, to], epoch ms. */
  readonly from: number;
  readonly to: number;
  /** The moment of the question, epoch ms. At this moment and later, xp is the newest known xp. */
  readonly now: number;
  /** Before this moment only hours are kept. */
  readonly rawKeptFrom: number;
  /**
   * Leaves out skills that did not change since `from`, because a leaderboard does not list them.
   */
  readonly movedOnly: boolean;
}

export interface SkillGain {
  readonly account_id: string;
  readonly skill: string;
  readonly gain: number;
}

const [fine, hourly] = tiers;

/**
 * Xp at `to` minus xp at `from` for every skill. Confirmed corrections to lower xp between them are
 * added, so that no gain is negative. The xp at a moment is the xp at the end of the last bucket
 * that had ended by then. The bucket is in the finest tier that is kept for the moment. Before the
 * end of the first bucket, the xp is the first xp of the series (decisions.md, Gains). The skill
 * Overall is left out, because it is the sum.
 */
export async function readGains(sql: Sql, request: GainsRequest): Promise<SkillGain[]> {
  const { schema, accountIds, from, to, movedOnly } = request;
  if (accountIds.length === 0) return [];
  const start = lastBucketEnd(from, request);
  const end = lastBucketEnd(to, request);
  return sql.many<SkillGain>({
    // Without slonik's tags: building the statement with them took 27 % more CPU of this process.
    text: `select skill.account_id, skill.skill,
             coalesce(at_end.xp, skill.first_xp) - coalesce(at_start.xp, skill.first_xp)
               + coalesce(fallen.xp, 0)::bigint as gain
           from ${schema}.skill
           left join lateral (${xpAt(schema, '$2')}) at_start on true
           left join lateral (${xpAt(schema, '$3')}) at_end on true
           left join lateral (
             select sum(fall) as xp
             from ${schema}.correction
             where correction.account_id = skill.account_id and correction.skill = skill.skill
               and bucket > $2::bigint - ${fine.bucketMs} and bucket <= $3::bigint - ${fine.bucketMs}
           ) fallen on true
           where skill.account_id = any($1) and skill.skill <> '${overall}'
             ${movedOnly ? 'and skill.at >= $2::bigint' : ''}`,
    values: [accountIds, start, end],
  });
}

/**
 * The end of the last ended bucket in the finest tier that is kept for a moment. For a moment that
 * is not past, it is a time after all buckets. Xp is looked up at this time, and corrections are
 * counted between two such times. Both must use the same times, or a correction would count in one
 * of them only.
 */
function lastBucketEnd(moment: number, { now, rawKeptFrom }: GainsRequest): number {
  if (moment >= now) return Number.MAX_SAFE_INTEGER;
  return bucketOf(moment >= rawKeptFrom ? fine : hourly, moment);
}

/**
 * The xp of the last bucket that ended by `bucketEnd`, from the tier whose bucket ended later. Both
 * tiers have the same xp at the end of an hour. When retention has deleted 5-minute samples of an
 * hour, the bucket of the hour is later.
 */
function xpAt(schema: string, bucketEnd: string): string {
  const newest = ({ table, bucketMs }: typeof fine | typeof hourly) =>
    `(select xp, bucket + ${bucketMs} as ended
      from ${schema}.${table} as sample
      where sample.account_id = skill.account_id and sample.skill = skill.skill
        and bucket <= ${bucketEnd}::bigint - ${bucketMs}
      order by bucket desc
      limit 1)`;
  return `select xp from (${newest(fine)} union all ${newest(hourly)}) known order by ended desc limit 1`;
}
