import type { Sql } from '../../../shared/postgres/database.ts';
import type { GenerationTx } from '../../../shared/projection/projection.ts';

/** A table of the room: its columns, and how a stored row and a row of the fold become each other. */
export interface StoredTable<Row, Stored extends object = object> {
  readonly name: string;
  /** Column to Postgres type, `last_offset` left out. */
  readonly columns: Readonly<Record<Extract<keyof Stored, string>, string>>;
  readonly key: readonly Extract<keyof Stored, string>[];
  toRow(stored: Stored, lastOffset: number): readonly [key: string, row: Row];
  toStored(row: Row, key: string): Stored;
}

/** A place to read from: anything that runs statements, and the quoted schema of a generation. */
export type GenerationSql = Sql & Pick<GenerationTx, 'schema'>;

/** The rows that match, by their keys. `where` speaks of the columns and of `$1`, `$2`, ... */
export async function selectRows<Row, Stored extends object>(
  sql: GenerationSql,
  table: StoredTable<Row, Stored>,
  where: string,
  values: readonly unknown[],
): Promise<(readonly [string, Row])[]> {
  const rows = await sql.many<Stored & { last_offset: number }>({
    text: `select ${Object.keys(table.columns).join(', ')}, last_offset
           from ${sql.schema}.${table.name}
           where ${where}`,
    values,
  });
  return rows.map((row) => table.toRow(row, row.last_offset));
}

/** Deletes rows in one statement, by their stored keys. */
export async function deleteRows<Row, Stored extends object>(
  tx: GenerationTx,
  table: StoredTable<Row, Stored>,
  rows: readonly (readonly [string, Row])[],
): Promise<void> {
  if (rows.length === 0) return;
  const key = table.key.map((name) => `${name} ${table.columns[name]}`).join(', ');
  await tx.run({
    text: `delete from ${tx.schema}.${table.name}
           using jsonb_to_recordset($1::jsonb) as gone (${key})
           where ${table.key.map((name) => `${table.name}.${name} = gone.${name}`).join(' and ')}`,
    values: [JSON.stringify(rows.map(([rowKey, row]) => table.toStored(row, rowKey)))],
  });
}

/** Writes rows in one statement, over those that have the same key. */
export async function upsertRows<Row extends { readonly lastOffset: number }, Stored extends object>(
  tx: GenerationTx,
  table: StoredTable<Row, Stored>,
  rows: readonly (readonly [string, Row])[],
): Promise<void> {
  if (rows.length === 0) return;
  const types: Record<string, string> = { ...table.columns, last_offset: 'bigint' };
  const names = Object.keys(types);
  const changing = names.filter((name) => !table.key.includes(name as (typeof table.key)[number]));
  const stored = rows.map(([key, row]) => ({ ...table.toStored(row, key), last_offset: row.lastOffset }));
  await tx.run({
    text: `insert into ${tx.schema}.${table.name} (${names.join(', ')})
           select ${names.join(', ')}
           from jsonb_to_recordset($1::jsonb) as stored (${names.map((name) => `${name} ${types[name]}`).join(', ')})
           on conflict (${table.key.join(', ')})
           do update set ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    values: [JSON.stringify(stored)],
  });
}
