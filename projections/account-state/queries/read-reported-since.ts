import { sql } from 'slonik';
import { z } from 'zod';
import type { Category } from '../../../shared/domain/category.ts';
import { partOfName, skillPart, stateParts } from '../../../shared/events/state-parts.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { findReadable } from '../../../shared/projection/generations/generations.ts';
import { accountStateProjection } from '../projection.ts';

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
