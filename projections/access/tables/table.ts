import { type PersistentMap, persistentMap } from './persistent-map.ts';
import { indexOf, keysIn, type RowIndex, reindexed, type TableKind } from './row-index.ts';

/**
 * All rows of a table, or the rows that a batch loaded. Immutable: `with` and `without` return a
 * changed copy.
 */
export interface Table<Row extends object, Lookup extends string = never> {
  get(key: string): Row | undefined;
  find(lookup: Lookup | 'key', value: string): readonly Row[];
  /** Whether all rows that the lookup finds under this value are here. */
  knows(lookup: Lookup | 'key', value: string): boolean;
  with(row: Row): Table<Row, Lookup>;
  without(key: string): Table<Row, Lookup>;
  values(): Iterable<Row>;
  changesSince(before: Table<Row, Lookup>): TableChanges<Row>;
  /** Null in the place of a row that was removed. */
  readonly rows: PersistentMap<Row | null>;
}

export interface TableChanges<Row extends object> {
  readonly written: readonly Row[];
  /** Keys. */
  readonly removed: readonly string[];
}

interface TableSource<Row extends object, Lookup extends string> {
  readonly kind: TableKind<Row, Lookup>;
  readonly isLoaded: (lookup: Lookup | 'key', value: string) => boolean;
}

/**
 * @param isLoaded whether `rows` has all rows that a lookup finds under a value; true by default
 */
export function tableOf<Row extends object, Lookup extends string>(
  kind: TableKind<Row, Lookup>,
  rows: readonly Row[] = [],
  isLoaded: TableSource<Row, Lookup>['isLoaded'] = () => true,
): Table<Row, Lookup> {
  const byKey = persistentMap<Row | null>(rows.map((row) => [kind.keyOf(row), row]));
  return tableOver({ kind, isLoaded }, byKey, indexOf(kind, rows));
}

function tableOver<Row extends object, Lookup extends string>(
  source: TableSource<Row, Lookup>,
  rows: PersistentMap<Row | null>,
  index: RowIndex,
): Table<Row, Lookup> {
  const { kind, isLoaded } = source;
  const get = (key: string) => rows.get(key) ?? undefined;
  const table: Table<Row, Lookup> = {
    rows,
    get,
    find: (lookup, value) => {
      if (lookup === 'key') return [value].flatMap((key) => get(key) ?? []);
      const { isIndexed, valuesOf } = kind.lookups[lookup];
      if (isIndexed) return keysIn(index, lookup, value).flatMap((key) => get(key) ?? []);
      return [...presentRows(rows)].filter((row) => valuesOf(row).includes(value));
    },
    knows: (lookup, value) => (lookup === 'key' && rows.has(value)) || isLoaded(lookup, value),
    with: (row) => {
      const key = kind.keyOf(row);
      return tableOver(source, rows.with(key, row), reindexed(kind, index, get(key), row));
    },
    without: (key) => {
      const row = get(key);
      if (row === undefined) return table;
      return tableOver(source, rows.with(key, null), reindexed(kind, index, row, undefined));
    },
    values: () => presentRows(rows),
    changesSince: (before) => changesBetween(before.rows, rows),
  };
  return table;
}

function* presentRows<Row extends object>(rows: PersistentMap<Row | null>): Iterable<Row> {
  for (const [, row] of rows.entries()) if (row !== null) yield row;
}

function changesBetween<Row extends object>(
  before: PersistentMap<Row | null>,
  after: PersistentMap<Row | null>,
): TableChanges<Row> {
  const written: Row[] = [];
  const removed: string[] = [];
  for (const [key, row] of after.changedSince(before)) {
    // `before` may lack the stored row, because a rule can write a row without reading it.
    if (row === null) removed.push(key);
    else written.push(row);
  }
  return { written, removed };
}
