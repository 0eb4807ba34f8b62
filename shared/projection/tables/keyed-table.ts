import type { CopyColumns, CopyType, CopyValues } from '../../postgres/copy/binary-copy.ts';

declare const valueOfJson: unique symbol;
type JsonColumn<Value> = 'json' & { readonly [valueOfJson]?: Value };
/** Rows of folds and queries have the value, the table has `pack(value)`. */
export interface PackedColumn<Value> {
  readonly type: 'json';
  pack(value: Value): readonly unknown[];
  unpack(stored: readonly unknown[]): Value;
}
/** A type with `?` allows null. */
// biome-ignore lint/suspicious/noExplicitAny: a packed column of any value
type Column = CopyType | `${CopyType}?` | JsonColumn<unknown> | PackedColumn<any>;
export type Columns = Readonly<Record<string, Column>>;

type ValueOf<Type> = Type extends `${infer Base extends CopyType}?`
  ? CopyValues[Base] | null
  : Type extends PackedColumn<infer Value> | JsonColumn<infer Value>
    ? Value
    : Type extends CopyType
      ? CopyValues[Type]
      : never;
type RowOfColumns<Of extends Columns> = { readonly [Column in keyof Of]: ValueOf<Of[Column]> };

/**
 * A table with rows of accounts. The engine adds the column `account_id`, which is the first column
 * of the primary key and the column of erasures.
 */
export interface KeyedTable<Key extends Columns = Columns, Values extends Columns = Columns> {
  readonly kind: 'keyed';
  /** The other columns of the primary key; empty for one row per account. */
  readonly key: Key;
  readonly columns: Values;
  /** Deleted rows of such a table are vacuumed soon. */
  readonly holdsNames?: boolean;
}

/** A table of which a fold reads only the newest rows of an account, by the order of the key. */
export interface HistoryTable<Key extends Columns = Columns, Values extends Columns = Columns>
  extends Omit<KeyedTable<Key, Values>, 'kind'> {
  readonly kind: 'history';
  /** Rows of an account that the fold can read. */
  readonly newest: number;
  /** Rows of an account that stay when newer rows come; all when left out. */
  readonly kept?: number;
}

/** A table that the fold only writes: a row replaces the row with its key. */
export interface OutputTable<Key extends Columns = Columns, Values extends Columns = Columns>
  extends Omit<KeyedTable<Key, Values>, 'kind'> {
  readonly kind: 'output';
}

export type AnyTable = KeyedTable | HistoryTable | OutputTable;
/** A row without `account_id`. */
export type TableRow<Table extends Pick<AnyTable, 'key' | 'columns'>> = RowOfColumns<
  Table['key'] & Table['columns']
>;
export type TableKey<Table extends Pick<AnyTable, 'key'>> = RowOfColumns<Table['key']>;

export function keyedTable<const Key extends Columns, const Values extends Columns>(
  table: Omit<KeyedTable<Key, Values>, 'kind'>,
): KeyedTable<Key, Values> {
  return { kind: 'keyed', ...table };
}

export function historyTable<const Key extends Columns, const Values extends Columns>(
  table: Omit<HistoryTable<Key, Values>, 'kind'>,
): HistoryTable<Key, Values> {
  return { kind: 'history', ...table };
}

export function outputTable<const Key extends Columns, const Values extends Columns>(
  table: Omit<OutputTable<Key, Values>, 'kind'>,
): OutputTable<Key, Values> {
  return { kind: 'output', ...table };
}

/** A column with JSON of this type, written by `JSON.stringify`. */
export function jsonColumn<Value extends object>(): JsonColumn<Value> {
  return 'json';
}

/** All columns with their types in PostgreSQL. */
export function columnsOf({ key, columns }: AnyTable): CopyColumns {
  const all = Object.entries<Column>({ account_id: 'text', ...key, ...columns });
  return Object.fromEntries(all.map(([name, column]) => [name, typeOf(column).replace('?', '') as CopyType]));
}

function typeOf(column: Column): string {
  return typeof column === 'string' ? column : column.type;
}

/** Nullable columns of the table. */
export function nullableOf({ columns }: Pick<AnyTable, 'columns'>): string[] {
  return Object.keys(columns).filter((name) => typeOf(columns[name] as Column).endsWith('?'));
}

export function keyColumnsOf({ key }: AnyTable): string[] {
  return ['account_id', ...Object.keys(key)];
}

/** The statement that creates the table. Rows of a history do not change, so pages need no room. */
export function createTableSql(name: string, table: AnyTable): string {
  const key = keyColumnsOf(table);
  const nullable = nullableOf(table);
  const columns = Object.entries(columnsOf(table)).map(([column, type]) => {
    const collation = type === 'text' && key.includes(column) ? ' collate "C"' : '';
    return `"${column}" ${type}${collation}${nullable.includes(column) ? '' : ' not null'}`;
  });
  const quotedKey = key.map((column) => `"${column}"`).join(', ');
  const settings = [
    ...(table.kind === 'history' ? [] : ['fillfactor = 80']),
    ...(table.holdsNames ? ['autovacuum_vacuum_threshold = 1', 'autovacuum_vacuum_scale_factor = 0'] : []),
  ];
  const storage = settings.length === 0 ? '' : ` with (${settings.join(', ')})`;
  return `create table "${name}" (${[...columns, `primary key (${quotedKey})`].join(', ')})${storage}`;
}
