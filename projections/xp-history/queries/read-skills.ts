import { sql } from 'slonik';
import { z } from 'zod';
import { dayMs } from '../../../shared/domain/durations.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { findReadable } from '../../../shared/projection/generations/generations.ts';
import { xpHistoryProjection } from '../projection.ts';

const KnownXp = z.object({
  skill: z.string(),
  xp: z.int(),
  is_lower_waiting: z.boolean(),
});

export type KnownXp = z.infer<typeof KnownXp>;

/** Empty without a live generation. */
export async function readKnownXp(database: Sql, accountId: string): Promise<KnownXp[]> {
  const live = await findReadable(database, xpHistoryProjection);
  if (live === null) return [];
  const query = sql.type(KnownXp)`
    select skill, xp, lower_since is not null as is_lower_waiting
    from ${generationTable(live.schema, 'skill')}
    where account_id = ${accountId}`;
  return database.many(statementOf(query));
}

/** `lower_xp` is the last lower report; null after a day, and in tables of an earlier shape. */
const WaitingSkill = z.object({ skill: z.string(), xp: z.int(), lower_xp: z.int().nullable() });

export type WaitingSkill = z.infer<typeof WaitingSkill>;

/** Skills whose lower reports wait for confirmation, with the xp of their series, by name. */
export async function readWaitingSkills(database: Sql, accountId: string): Promise<WaitingSkill[]> {
  const live = await findReadable(database, xpHistoryProjection);
  if (live === null) return [];
  const query = sql.type(WaitingSkill)`
    select skill, xp,
           case when (waiting->>'lower_at')::bigint > extract(epoch from clock_timestamp()) * 1000 - ${dayMs}
             then (waiting->>'lower_xp')::bigint end as lower_xp
    from ${generationTable(live.schema, 'skill')} as known
    cross join lateral to_jsonb(known) as waiting
    where account_id = ${accountId} and lower_since is not null
    order by skill`;
  return database.many(statementOf(query));
}
