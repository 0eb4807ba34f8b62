import { overall } from '../../../shared/domain/skill.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { bucketOf, tiers } from '../tier.ts';

export interface GainsRequest {
  /** The schema of the live generation. */
  readonly schema: QuotedSchema;
  readonly accountIds: readonly string[];
  /** Not Overall. Not given: every skill. */
  readonly skill?: string | undefined;
  /** (from, to], epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Epoch ms. From this moment on, xp is the newest known xp. */
  readonly now: number;
  /** Before this moment only hours are kept. */
  readonly rawKeptFrom: number;
  /** Leaves out skills that did not change since `from`. */
  readonly movedOnly: boolean;
}

export interface SkillGain {
  readonly account_id: string;
  readonly skill: string;
  readonly gain: number;
}

const [fine, hourly] = tiers;

/** As the end of a range: the newest known xp counts. */
const afterAll = Number.MAX_SAFE_INTEGER;

/**
 * Xp at `to` minus xp at `from` of every skill except Overall, plus the falls of confirmed
 * corrections. Xp at a moment is the xp of the last bucket that had ended, or else the first xp of
 * the series (rules/xp.md#gains).
 */
export async function readGains(sql: Sql, request: GainsRequest): Promise<SkillGain[]> {
  return request.accountIds.length === 0 ? [] : sql.many<SkillGain>(gainsOf(request));
}

export type AccountGain = Omit<SkillGain, 'skill'>;

/** The gains above 0 of all skills together, of each account. */
export async function readOverallGains(
  sql: Sql,
  request: Omit<GainsRequest, 'skill' | 'movedOnly'>,
): Promise<AccountGain[]> {
  const { text, values } = gainsOf({ ...request, movedOnly: true });
  return sql.many<AccountGain>({
    text: `select account_id, sum(gain)::bigint as gain
           from (${text}) gains
           group by account_id
           having sum(gain) > 0`,
    values,
  });
}

function gainsOf(request: GainsRequest) {
  const { schema, accountIds, skill, from, to, rawKeptFrom, movedOnly } = request;
  const start = lastBucketEnd(from, request);
  const end = lastBucketEnd(to, request);
  return {
    // Without slonik's tags, which cost CPU.
    text: `select skill.account_id, skill.skill,
             coalesce(${end === afterAll ? 'skill.xp' : xpAt(schema, '$3')}, skill.first_xp)
               - coalesce(${xpAt(schema, '$2')}, skill.first_xp) + coalesce(fallen.xp, 0)::bigint as gain
           from ${schema}.skill
           left join (
             select account_id, skill, sum(fall) as xp
             from ${schema}.correction
             where account_id = any($1)
               and bucket > $2::bigint - ${fine.bucketMs} and bucket <= $3::bigint - ${fine.bucketMs}
             group by account_id, skill
           ) fallen using (account_id, skill)
           where skill.account_id = any($1) and ${skill === undefined ? `skill.skill <> '${overall}'` : 'skill.skill = $5'}
             ${movedOnly ? 'and skill.at >= $2::bigint' : ''}`,
    values: [accountIds, start, end, rawKeptFrom, ...(skill === undefined ? [] : [skill])],
  };
}

/**
 * The end of the last ended bucket; after all buckets for a moment that is not past. Xp and
 * corrections must use the same times, or a correction would count in one of them only.
 */
export function lastBucketEnd(
  moment: number,
  { now, rawKeptFrom }: Pick<GainsRequest, 'now' | 'rawKeptFrom'>,
): number {
  if (moment >= now) return afterAll;
  return bucketOf(moment >= rawKeptFrom ? fine : hourly, moment);
}

/**
 * The xp of the last bucket that ended by `bucketEnd`. Retention deletes 5-minute samples before
 * $4. When it has deleted some samples of an hour, the bucket of the hour is later.
 */
function xpAt(schema: QuotedSchema, bucketEnd: string): string {
  const newest = ({ table, bucketMs }: typeof fine | typeof hourly, columns: string, since = '') =>
    `(select ${columns}
      from ${schema}.${table} as sample
      where sample.account_id = skill.account_id and sample.skill = skill.skill
        and bucket <= ${bucketEnd}::bigint - ${bucketMs} ${since}
      order by bucket desc
      limit 1)`;
  const ended = ({ bucketMs }: typeof fine | typeof hourly) => `xp, bucket + ${bucketMs} as ended`;
  return `coalesce(
    ${newest(fine, 'xp', 'and bucket >= $4::bigint')},
    (select xp
     from (${newest(fine, ended(fine))} union all ${newest(hourly, ended(hourly))}) known
     order by ended desc
     limit 1))`;
}

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
