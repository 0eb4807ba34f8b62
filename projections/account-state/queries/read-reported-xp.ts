import { sql } from 'slonik';
import { z } from 'zod';
import { skillPartName } from '../../../shared/events/state-parts.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { findReadable } from '../../../shared/projection/generations/generations.ts';
import { accountStateProjection } from '../projection.ts';

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
