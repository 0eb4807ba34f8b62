import type { CopyColumns, CopyRow } from '../../postgres/copy/binary-copy.ts';
import type { GenerationTx } from '../projection.ts';
import type { AnyRow, ChangedRow } from './account-rows.ts';
import { type AnyTable, columnsOf, type HistoryTable, type KeyedTable, keyColumnsOf } from './keyed-table.ts';
import { convertRows } from './packed-list.ts';
import { writeRows } from './write-rows.ts';

type StoredRow = AnyRow & { readonly account_id: string };
/** Rows without `account_id`, by account. */
type RowsByAccount = ReadonlyMap<string, readonly AnyRow[]>;

/** @param keys with `account_id` */
export async function readKeyed(
  tx: GenerationTx,
  name: string,
  table: KeyedTable,
  keys: readonly StoredRow[],
): Promise<RowsByAccount> {
  if (keys.length === 0) return new Map();
  const columns = columnsOf(table);
  const key = keyColumnsOf(table);
  const rows = await tx.many<StoredRow>({
    name: `read-${name} ${tx.schema}`,
    text: `select ${selected(table)}
           from json_to_recordset($1) as wanted (${key.map((column) => `"${column}" ${columns[column]}`).join(', ')})
           join ${tx.schema}."${name}" as stored using (${key.map((column) => `"${column}"`).join(', ')})`,
    values: [JSON.stringify(keys)],
  });
  return byAccount(convertRows(table, rows, 'unpack'));
}

/** The newest rows of these accounts, newest first. */
export async function readNewest(
  tx: GenerationTx,
  name: string,
  table: HistoryTable,
  accounts: readonly string[],
): Promise<RowsByAccount> {
  if (accounts.length === 0) return new Map();
  const rows = await tx.many<StoredRow>({
    name: `read-${name} ${tx.schema}`,
    text: `select ${selected(table)}
           from unnest($1::text[]) as wanted (account_id)
           cross join lateral (
             select *
             from ${tx.schema}."${name}" as of_account
             where of_account.account_id = wanted.account_id
             order by ${newestFirst(table)}
             limit ${table.newest}
           ) as stored`,
    values: [accounts],
  });
  return byAccount(convertRows(table, rows, 'unpack'));
}

/** Also deletes the rows of a history that are not kept any more. */
export async function saveRows(
  tx: GenerationTx,
  name: string,
  table: AnyTable,
  changed: readonly ChangedRow<StoredRow>[],
): Promise<void> {
  if (changed.length === 0) return;
  const written = { table: name, columns: columnsOf(table), key: keyColumnsOf(table) };
  const rows = convertRows(
    table,
    changed.map(({ row }) => row),
    'pack',
  ) as readonly (StoredRow & CopyRow<CopyColumns>)[];
  const newRows = new Set<CopyRow<CopyColumns>>(rows.filter((_, index) => changed[index]?.isNew));
  await writeRows(tx, written, rows, { isNew: (row) => newRows.has(row) });
  if (table.kind === 'history' && table.kept !== undefined)
    await deleteOlder(tx, name, table, [...new Set(rows.map(({ account_id }) => account_id))]);
}

async function deleteOlder(
  tx: GenerationTx,
  name: string,
  table: HistoryTable,
  accounts: readonly string[],
): Promise<void> {
  const key = Object.keys(table.key).map((column) => `"${column}"`);
  await tx.run({
    text: `delete from ${tx.schema}."${name}" as stored
           using unnest($1::text[]) as wanted (account_id)
           cross join lateral (
             select ${key.join(', ')}
             from ${tx.schema}."${name}" as of_account
             where of_account.account_id = wanted.account_id
             order by ${newestFirst(table)}
             offset ${(table.kept ?? 0) - 1}
             limit 1
           ) as oldest
           where stored.account_id = wanted.account_id
             and (${key.map((column) => `stored.${column}`).join(', ')}) < (${key.map((column) => `oldest.${column}`).join(', ')})`,
    values: [accounts],
  });
}

/** The driver reads a date as a time, so a date is read as text. */
function selected(table: AnyTable): string {
  const texts = Object.entries(columnsOf(table)).map(([column, type]) =>
    type === 'date' ? `stored."${column}"::text` : `stored."${column}"`,
  );
  return texts.join(', ');
}

function newestFirst(table: HistoryTable): string {
  return Object.keys(table.key)
    .map((column) => `"${column}" desc`)
    .join(', ');
}

function byAccount(rows: readonly StoredRow[]): RowsByAccount {
  const grouped = Map.groupBy(rows, ({ account_id }) => account_id);
  return new Map(Array.from(grouped, ([id, own]) => [id, own.map(({ account_id: _, ...row }) => row)]));
}
