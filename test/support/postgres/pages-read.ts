import type { QuerySqlToken } from 'slonik';
import type { Sql } from '../../../shared/postgres/database.ts';

interface PlanRow {
  readonly 'QUERY PLAN': readonly { readonly Plan: PlannedPages }[];
}

interface PlannedPages {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** @returns how many pages of tables and indexes the query read, from memory or from disk */
export async function pagesRead(database: Sql, { sql, values }: QuerySqlToken): Promise<number> {
  const { 'QUERY PLAN': plans } = await database.one<PlanRow>({
    text: `explain (analyze, buffers, format json) ${sql.replaceAll('$slonik_', '$')}`,
    values,
  });
  const [explained] = plans;
  if (explained === undefined) throw new Error('PostgreSQL gave no plan: check the query');
  return explained.Plan['Shared Hit Blocks'] + explained.Plan['Shared Read Blocks'];
}
