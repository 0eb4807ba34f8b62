import type { QuerySqlToken } from 'slonik';
import type { Sql } from '../../../shared/postgres/database.ts';

interface PlanRow {
  readonly 'QUERY PLAN': readonly { readonly Plan: PlannedPages }[];
}

interface PlannedPages {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  /** In one loop. */
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlannedPages[];
}

/** @returns how many pages of tables and indexes the query read, from memory or from disk */
export async function pagesRead(database: Sql, query: QuerySqlToken): Promise<number> {
  const plan = await planOf(database, query);
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

/**
 * @returns the most rows that a node of the plan read from a table or an index, in all its loops.
 * Rows that the filter of the node removed count too
 */
export async function entriesRead(database: Sql, query: QuerySqlToken): Promise<number> {
  const read = (node: PlannedPages): number[] => {
    const isScan = node['Relation Name'] !== undefined || node['Index Name'] !== undefined;
    const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    return [...(isScan ? [rows] : []), ...(node.Plans ?? []).flatMap(read)];
  };
  return Math.max(...read(await planOf(database, query)));
}

async function planOf(database: Sql, { sql, values }: QuerySqlToken): Promise<PlannedPages> {
  const { 'QUERY PLAN': plans } = await database.one<PlanRow>({
    text: `explain (analyze, buffers, format json) ${sql.replaceAll('$slonik_', '$')}`,
    values,
  });
  const [explained] = plans;
  if (explained === undefined) throw new Error('PostgreSQL gave no plan: check the query');
  return explained.Plan;
}
