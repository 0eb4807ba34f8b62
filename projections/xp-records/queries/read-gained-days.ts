import { sql } from 'slonik';
import { z } from 'zod';
import { overall } from '../../../shared/domain/skill.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { ofAccounts } from '../../../shared/postgres/rows-of-accounts.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';

const GainedDays = z.object({
  account_id: z.string(),
  skill: z.string(),
  /** JSON: an array of `[UTC day since the epoch, gain]`. */
  days: z.string(),
});
export type GainedDays = z.infer<typeof GainedDays>;

/**
 * The gains of each UTC day, at least of the last 30 days before the newest gain.
 * @param request.skill not given: every skill except Overall. With Overall also the skills that
 *   gained on one of `partDays`
 * @param request.since only skills whose xp changed since then, epoch ms
 */
export async function readGainedDays(
  database: Sql,
  request: {
    readonly schema: QuotedSchema;
    /** Null for all accounts of the hub. */
    readonly accountIds: readonly string[] | null;
    readonly skill: string | undefined;
    readonly partDays: readonly number[];
    readonly since: number;
  },
): Promise<readonly GainedDays[]> {
  const { schema, accountIds, skill, partDays, since } = request;
  const gained = sql.array(
    partDays.map((day) => `%[${day},%`),
    'text',
  );
  const ofSkill = {
    all: sql.fragment`skill <> ${overall}`,
    one: sql.fragment`skill = ${skill ?? ''}`,
    sum: sql.fragment`(skill = ${overall} or days::text like any (${gained}))`,
  };
  const kind = skill === undefined ? 'all' : skill === overall ? 'sum' : 'one';
  const query = sql.type(GainedDays)`
    select account_id, skill, days::text
    from ${generationTable(schema, 'skill')}
    where at >= ${since}::bigint and ${ofAccounts(sql.fragment`account_id`, accountIds)} and ${ofSkill[kind]}`;
  return database.many(statementOf(query, `gained-days ${kind} ${accountIds === null} ${schema}`));
}

export function hasGainOn(days: string, day: number): boolean {
  return days.includes(`[${day},`);
}

/** The gain of the days [from, to), without the many arrays of `JSON.parse`. */
export function gainOfDays(days: string, { from, to }: Readonly<Record<'from' | 'to', number>>): number {
  let [sum, day, number] = [0, 0, 0];
  for (let place = 0; place < days.length; place += 1) {
    const digit = days.charCodeAt(place) - 48;
    if (digit >= 0 && digit <= 9) number = number * 10 + digit;
    else {
      if (days[place] === ',') day = number;
      else if (day >= from && day < to) sum += number;
      number = 0;
    }
  }
  return sum;
}
