import type { CopyColumns, CopyRow } from '../../postgres/copy/binary-copy.ts';
import type { QuotedSchema } from '../../postgres/quoted-schema.ts';
import type { GenerationTx, WrittenTable } from '../projection.ts';

/**
 * A row that conflicts with a stored row replaces its values, or leaves them as they are, or fails
 * the statement. Other text follows `do update`, and can name the row `stored`.
 */
export type OnConflict = 'replace' | 'keep' | 'fail' | `set ${string}`;

export interface WriteOptions<Row> {
  /** `replace` when left out. */
  readonly onConflict?: OnConflict;
  /** Whether the table has no row that conflicts. A rebuild copies such rows. */
  readonly isNew?: (row: Row) => boolean;
}

/** Writes rows in one statement. All writers of a table have the same columns and `onConflict`. */
export async function writeRows<Of extends CopyColumns, Row extends CopyRow<Of>>(
  tx: GenerationTx,
  { table, columns, key }: WrittenTable<Of>,
  rows: readonly Row[],
  { onConflict = 'replace', isNew = () => false }: WriteOptions<Row> = {},
): Promise<void> {
  if (tx.copyNew !== undefined) await tx.copyNew(table, columns, rows.filter(isNew));
  const written = tx.copyNew === undefined ? rows : rows.filter((row) => !isNew(row));
  if (written.length === 0) return;
  await tx.run({
    name: `write-${table} ${tx.schema}`,
    text: insertSql(tx.schema, { table, columns, key }, { onConflict, values: '$1' }),
    values: [jsonOf(columns, written)],
  });
}

/** @param values the parameter that has the text of `jsonOf` */
export function insertSql(
  schema: QuotedSchema,
  { table, columns, key }: WrittenTable,
  { onConflict, values }: { readonly onConflict: OnConflict; readonly values: `$${number}` },
): string {
  const names = Object.keys(columns);
  const list = names.map(quote).join(', ');
  const types = Object.entries(columns).map(([name, type]) => `${quote(name)} ${type}`);
  // One JSON parameter costs less CPU than an array for each column.
  return `insert into ${schema}.${quote(table)} as stored (${list})
          select ${list}
          from json_to_recordset(${values}) as row(${types.join(', ')})
          ${conflictClause(names, key, onConflict)}`;
}

function conflictClause(columns: readonly string[], key: readonly string[], onConflict: OnConflict): string {
  const changing = columns.filter((name) => !key.includes(name));
  if (onConflict === 'fail') return '';
  const target = `on conflict (${key.map(quote).join(', ')})`;
  if (onConflict === 'keep' || changing.length === 0) return `${target} do nothing`;
  const replaced = changing.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ');
  return `${target} do update ${onConflict === 'replace' ? `set ${replaced}` : onConflict}`;
}

function quote(name: string): string {
  return `"${name}"`;
}

/** Bytes as PostgreSQL reads them from JSON. */
export function jsonOf(columns: CopyColumns, rows: readonly CopyRow<CopyColumns>[]): string {
  const ofBytes = Object.keys(columns).filter((name) => columns[name] === 'bytea');
  if (ofBytes.length === 0) return JSON.stringify(rows);
  const hexOf = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);
  const inHex = (row: CopyRow<CopyColumns>) => ofBytes.map((name) => [name, hexOf(row[name])] as const);
  return JSON.stringify(rows.map((row) => ({ ...row, ...Object.fromEntries(inHex(row)) })));
}
