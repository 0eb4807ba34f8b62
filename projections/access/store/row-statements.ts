import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import type { GenerationTx } from '../../../shared/projection/projection.ts';
import { type RowOf, type TableName, tableDeclarations } from '../tables/access-tables.ts';

export type GenerationSql = Sql & Pick<GenerationTx, 'schema'>;

/** @param where a condition on the columns, with `$1`, `$2`, ... for the values */
export async function selectRows<Name extends TableName>(
  sql: GenerationSql,
  table: Name,
  where: string,
  values: readonly unknown[],
): Promise<RowOf<Name>[]> {
  return sql.many<RowOf<Name>>({ text: selectText(sql.schema, table, where), values });
}

/** One statement reads all tables, so that all rows are from one moment. */
export async function selectFromTables<Name extends TableName>(
  sql: GenerationSql,
  tables: readonly Name[],
  where: string,
  values: readonly unknown[],
): Promise<{ readonly [Each in Name]: readonly RowOf<Each>[] }> {
  const selected = tables.map(
    (table) => `(
      select coalesce(json_agg(found), '[]')
      from (${selectText(sql.schema, table, where)}) as found
    ) as "${table}"`,
  );
  return sql.one({ text: `select ${selected.join(', ')}`, values });
}

function selectText(schema: QuotedSchema, table: TableName, where: string): string {
  const selected = columnsOf(table).map(({ field, column }) => `${column} as "${field}"`);
  return `select ${selected.join(', ')} from ${schema}.${tableDeclarations[table].name} where ${where}`;
}

export async function deleteRows(tx: GenerationTx, table: TableName, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const { name, keyCondition } = tableDeclarations[table];
  await tx.run({
    text: `delete from ${tx.schema}.${name} where ${keyCondition('$1::text[]', 0)}`,
    values: [keys],
  });
}

export async function upsertRows<Name extends TableName>(
  tx: GenerationTx,
  table: Name,
  rows: readonly RowOf<Name>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = columnsOf(table);
  const names = columns.map(({ column }) => column);
  const key = columns.filter(({ isKey }) => isKey).map(({ column }) => column);
  const changing = names.filter((name) => !key.includes(name));
  await tx.run({
    text: `insert into ${tx.schema}.${tableDeclarations[table].name} (${names.join(', ')})
           select ${columns.map(({ field }) => `"${field}"`).join(', ')}
           from jsonb_to_recordset($1::jsonb) as stored (${columns.map(({ field, type }) => `"${field}" ${type}`).join(', ')})
           on conflict (${key.join(', ')})
           do update set ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    values: [JSON.stringify(rows)],
  });
}

interface Column {
  readonly field: string;
  readonly column: string;
  readonly type: string;
  readonly isKey: boolean;
}

function columnsOf(table: TableName): readonly Column[] {
  const { columns, key } = tableDeclarations[table];
  const own = Object.entries<readonly [string, string]>(columns).map(([field, [column, type]]) => {
    return { field, column, type, isKey: (key as readonly string[]).includes(field) };
  });
  return [...own, { field: 'lastOffset', column: 'last_offset', type: 'bigint', isKey: false }];
}
