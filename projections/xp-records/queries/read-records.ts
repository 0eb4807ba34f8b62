import { sql } from 'slonik';
import { z } from 'zod';
import { dayMs } from '../../../shared/domain/durations.ts';
import { type RecordPeriod, recordPeriods } from '../../../shared/domain/record-periods.ts';
import { compareSkills, milestonesOf, overall } from '../../../shared/domain/skill.ts';
import type { AccountInTables } from '../../../shared/postgres/account-in-tables.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import {
  countEqualBefore,
  countRanked,
  type RankedAccounts,
} from '../../../shared/postgres/ranked-accounts.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { rowSchema } from '../../../shared/projection/tables/row-schema.ts';
import { beforeFirstReport, recordedSkill } from '../projection.ts';

export interface RecordsRequest extends AccountInTables {
  readonly ranked: RankedAccounts;
  /** Orders accounts that reached a milestone at the same time. */
  readonly compareIds: (left: string, right: string) => number;
}

const Best = rowSchema(recordedSkill).omit({ at: true, lower_since: true, level_at: true, days: true });

/**
 * Records by skill, Overall first, and milestones, newest first; times are epoch ms. `at` and
 * `rank` are null for a milestone before the first report. Null when no xp was ever reported.
 */
export async function readRecords(database: Sql, request: RecordsRequest) {
  const { schema, accountId, ranked, compareIds } = request;
  const query = sql.type(Best)`
    select skill, xp, level, day_gain, day_last, week_gain, week_last, month_gain, month_last
    from ${generationTable(schema, 'skill')}
    where account_id = ${accountId}`;
  const skills = await database.many(statementOf(query, `records ${schema}`));
  if (skills.length === 0) return null;
  const countBefore = countEqualBefore(ranked, accountId, compareIds);
  const ordered = skills.toSorted((one, other) => placeOf(one.skill, other.skill));
  const reached = new Map((await readReached(database, request)).map((each) => [keyOf(each), each]));
  const milestones = ordered.flatMap(({ skill, ...of }) =>
    milestonesOf(skill, of).map(({ kind, value }) => {
      const timed = reached.get(keyOf({ kind, skill, value }));
      if (timed === undefined) return { kind, skill, value, at: null, rank: null };
      return { kind, skill, value, at: timed.at, rank: timed.earlier + countBefore(timed.same) + 1 };
    }),
  );
  const newestFirst = milestones.toSorted((one, other) => (other.at ?? -1) - (one.at ?? -1));
  return { records: ordered.flatMap(recordsOf), milestones: newestFirst };
}

function placeOf(one: string, other: string): number {
  return Number(other === overall) - Number(one === overall) || compareSkills(one, other);
}

function recordsOf({ skill, ...best }: z.infer<typeof Best>) {
  return (Object.keys(recordPeriods) as RecordPeriod[]).flatMap((period) => {
    const gain = best[`${period}_gain`];
    const to = (best[`${period}_last`] + 1) * dayMs;
    return gain === 0 ? [] : { skill, period, gain, from: to - recordPeriods[period] * dayMs, to };
  });
}

const keyOf = ({ kind, skill, value }: { kind: string; skill: string; value: number }) =>
  `${kind} ${value} ${skill}`;

const Reached = z.object({
  ...{ kind: z.string(), skill: z.string(), value: z.int(), at: z.int(), earlier: z.int() },
  /** The accounts that reached it at the same time. */
  same: z.array(z.string()),
});

/** Milestones with a time, and the accounts that reached them by then. */
async function readReached(
  database: Sql,
  { schema, accountId, ranked }: RecordsRequest,
): Promise<readonly z.infer<typeof Reached>[]> {
  const milestone = generationTable(schema, 'milestone');
  const isSame = sql.fragment`(other.skill, other.value) = (mine.skill, mine.value)`;
  const all = sql.fragment`(select count(*) from ${milestone} as other where ${isSame} and other.at < mine.at)`;
  const listed = sql.fragment`coalesce(listed.earlier, 0)`;
  const query = sql.type(Reached)`
    with mine as materialized (
      select kind, skill, value, at from ${milestone} where account_id = ${accountId} and at > ${beforeFirstReport}
    ),
    listed as (
      select skill, value, count(*) as earlier
      from ${milestone} as other
      join mine using (skill, value)
      where other.account_id = any(${sql.array(ranked.ids, 'text')}) and other.at < mine.at
      group by skill, value
    )
    select mine.kind, mine.skill, mine.value, mine.at,
      ${countRanked(ranked, all, listed)}::int as earlier,
      array(select other.account_id from ${milestone} as other where ${isSame} and other.at = mine.at) as same
    from mine
    left join listed using (skill, value)`;
  return database.many(statementOf(query, `milestones ${ranked.areLeftOut} ${schema}`));
}
