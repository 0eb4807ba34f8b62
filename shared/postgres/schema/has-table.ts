import type { Sql } from '../database.ts';

/** @param name with its schema */
export async function hasTable(sql: Sql, name: string): Promise<boolean> {
  const { found } = await sql.one<{ found: boolean }>({
    text: 'select to_regclass($1) is not null as found',
    values: [name],
    name: 'has-table',
  });
  return found;
}
