import { sql } from 'slonik';
import { z } from 'zod';
import type { Category } from '../../../shared/domain/category.ts';
import {
  type PartData,
  partOfName,
  skillPart,
  skillPartName,
  stateParts,
} from '../../../shared/events/state-parts.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { findReadable } from '../../../shared/projection/generations/generations.ts';
import { accountStateProjection } from '../projection.ts';

// Reads of the tables, for processes without a copy. Without a live generation, nothing is stored.

/** Record time of the account's newest part, epoch ms; null when nothing is stored. */
export async function readLastReported(database: Sql, accountId: string): Promise<number | null> {
  const live = await findReadable(database, accountStateProjection);
  if (live === null) return null;
  const { at } = await database.one<{ at: number | null }>({
    text: `select max(changed_at) as at from ${live.schema}.part where account_id = $1`,
    values: [accountId],
  });
  return at;
}

/** Null when presence was never reported. */
export async function readStoredPresence(
  database: Sql,
  accountId: string,
): Promise<PartData<'presence'> | null> {
  const live = await findReadable(database, accountStateProjection);
  if (live === null) return null;
  const row = await database.maybeOne<{ value: unknown }>({
    text: `select value from ${live.schema}.part where account_id = $1 and part = 'presence'`,
    values: [accountId],
  });
  return row === null ? null : stateParts.presence.reported.schema.parse(row.value);
}

export async function readSkillNames(database: Sql, accountId: string): Promise<string[]> {
  const live = await findReadable(database, accountStateProjection);
  if (live === null) return [];
  const prefix = skillPartName('');
  const rows = await database.many<{ part: string }>({
    text: `select part from ${live.schema}.part where account_id = $1 and starts_with(part, $2)`,
    values: [accountId, prefix],
  });
  return rows.map(({ part }) => part.slice(prefix.length));
}

const ReportedXp = z.object({ skill: z.string(), xp: z.int() });

/** The last reported xp by name of the skill. */
export async function readReportedXp(database: Sql, accountId: string): Promise<ReadonlyMap<string, number>> {
  const live = await findReadable(database, accountStateProjection);
  if (live === null) return new Map();
  const query = sql.type(ReportedXp)`
    select value->>'skill' as skill, (value->>'xp')::int as xp
    from ${generationTable(live.schema, 'part')}
    where account_id = ${accountId} and starts_with(part, ${skillPartName('')})`;
  const rows = await database.many(statementOf(query));
  return new Map(rows.map(({ skill, xp }) => [skill, xp]));
}

const ReportedPart = z.object({ account_id: z.string(), part: z.string() });

/**
 * The accounts reported from `since` on (epoch ms, the log's clock), with the reported categories.
 */
export async function readReportedSince(
  database: Sql,
  accountIds: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, ReadonlySet<Category>>> {
  const live = await findReadable(database, accountStateProjection);
  if (live === null) return new Map();
  const query = sql.type(ReportedPart)`
    select account_id, part
    from ${generationTable(live.schema, 'part')}
    where account_id = any (${sql.array(accountIds, 'text')}) and changed_at >= ${since}`;
  const seen = new Map<string, Set<Category>>();
  for (const { account_id: accountId, part } of await database.many(statementOf(query))) {
    const categories = seen.get(accountId) ?? new Set();
    const known = partOfName(part);
    if (known !== null) categories.add((known === 'skill' ? skillPart : stateParts[known]).category);
    seen.set(accountId, categories);
  }
  return seen;
}
