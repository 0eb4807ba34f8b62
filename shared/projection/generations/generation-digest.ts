import { createHash } from 'node:crypto';
import type { Database, Tx } from '../../postgres/database.ts';
import type { QuotedSchema } from '../../postgres/quoted-schema.ts';
import type { Generation } from './generation.ts';

export interface TableDigest {
  readonly table: string;
  readonly rows: number;
  /** Does not depend on the order of rows. */
  readonly digest: string;
}

export interface GenerationDigest {
  readonly rows: number;
  readonly digest: string;
  readonly tables: readonly TableDigest[];
}

export interface ComparedTable {
  readonly name: string;
  /** Quoted, by name, without the volatile columns. */
  readonly columns: readonly string[];
  /** Quoted columns of the primary key. */
  readonly key: readonly string[];
}

/**
 * Digests all tables, without the volatile columns. Call `fixOutput` first.
 * @param conditions SQL by table, for the rows that count; all rows without a condition
 */
export async function digestTables(
  tx: Tx,
  generation: Pick<Generation, 'projection' | 'schema'>,
  conditions: ReadonlyMap<string, string> = new Map(),
): Promise<GenerationDigest> {
  const digests: TableDigest[] = [];
  for (const table of await comparedTables(tx, generation)) {
    digests.push(await digestTable(tx, generation.schema, table, conditions.get(table.name) ?? null));
  }
  return digestOf(digests);
}

export async function countRows(database: Database, generation: Generation): Promise<number> {
  return database.transaction(
    async (tx) => {
      let rows = 0;
      for (const { name } of await comparedTables(tx, generation)) {
        const counted = await tx.one<{ rows: number }>({
          text: `select count(*) as rows from ${generation.schema}."${name}"`,
        });
        rows += counted.rows;
      }
      return rows;
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

export function digestOf(tables: readonly TableDigest[]): GenerationDigest {
  const whole = createHash('sha256');
  for (const { table, rows, digest } of tables) whole.update(`${table} ${rows} ${digest}\n`);
  return {
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    digest: whole.digest('hex').slice(0, 32),
    tables,
  };
}

/** Fixes the settings of the transaction that change the text of a row. */
export async function fixOutput(tx: Tx): Promise<void> {
  await tx.run({
    text: `select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true),
                  set_config('extra_float_digits', '1', true), set_config('bytea_output', 'hex', true)`,
  });
}

export async function comparedTables(
  tx: Tx,
  { projection, schema }: Pick<Generation, 'projection' | 'schema'>,
): Promise<ComparedTable[]> {
  return tx.many<ComparedTable>({
    text: `select c.relname as name,
                  array_agg(quote_ident(a.attname) order by a.attname collate "C")
                    filter (where a.attname <> all ($2::text[])) as columns,
                  coalesce(array_agg(quote_ident(a.attname) order by array_position(i.indkey, a.attnum))
                    filter (where a.attnum = any (i.indkey)), '{}') as key
           from pg_class c
           join pg_attribute a on a.attrelid = c.oid
           left join pg_index i on i.indrelid = c.oid and i.indisprimary
           where c.relnamespace = $1::regnamespace
             and c.relkind in ('r', 'p')
             and not c.relispartition
             and a.attnum > 0
             and not a.attisdropped
           group by c.relname
           order by c.relname collate "C"`,
    values: [schema, projection.special?.volatileColumns ?? []],
  });
}

/** Sums the hashes of the rows. With XOR, two equal rows would look like no row. */
export async function digestTable(
  tx: Tx,
  schema: QuotedSchema,
  { name, columns }: ComparedTable,
  where: string | null,
): Promise<TableDigest> {
  const { rows, digest } = await tx.one<{ rows: number; digest: string }>({
    text: `select count(*) as rows,
                  md5(coalesce(sum(('x' || left(hash, 16))::bit(64)::bigint), 0)::text || ' ' ||
                      coalesce(sum(('x' || right(hash, 16))::bit(64)::bigint), 0)::text) as digest
           from (
             select md5(row(${columns.join(', ')})::text) as hash
             from ${schema}."${name}"
             where ${where ?? 'true'}
           ) as hashed`,
  });
  return { table: name, rows, digest };
}
