import type { Sql } from '../database.ts';

/** @param table for example `hub.migration` */
export async function hasTable(sql: Sql, table: string): Promise<boolean> {
  const { found } = await sql.one<{ found: boolean }>({
    text: 'select to_regclass($1) is not null as found',
    values: [table],
    name: 'has-table',
  });
  return found;
}
