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
  /** By key; null for a removed row. */
  readonly rows: PersistentMap<Row | null>;
}

export interface TableChanges<Row extends object> {
  readonly written: readonly Row[];
  readonly removed: readonly Row[];
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
  const changed = (key: string, row: Row | undefined) =>
    tableOver(source, rows.with(key, row ?? null), reindexed(kind, index, get(key), row));
  return {
    rows,
    get,
    find: (lookup, value) => {
      if (lookup === 'key') return [value].flatMap((key) => get(key) ?? []);
      const { isIndexed, valuesOf } = kind.lookups[lookup];
      if (isIndexed) return keysIn(index, lookup, value).flatMap((key) => get(key) ?? []);
      return [...presentRows(rows)].filter((row) => valuesOf(row).includes(value));
    },
    knows: (lookup, value) => (lookup === 'key' && rows.has(value)) || isLoaded(lookup, value),
    with: (row) => changed(kind.keyOf(row), row),
    without: (key) => changed(key, undefined),
    values: () => presentRows(rows),
    changesSince: (before) => changesBetween(before.rows, rows),
  };
}

function* presentRows<Row extends object>(rows: PersistentMap<Row | null>): Iterable<Row> {
  for (const [, row] of rows.entries()) if (row !== null) yield row;
}

function changesBetween<Row extends object>(
  before: PersistentMap<Row | null>,
  after: PersistentMap<Row | null>,
): TableChanges<Row> {
  const changed = [...after.changedSince(before)];
  return {
    written: changed.flatMap(([, row]) => row ?? []),
    removed: changed.flatMap(([key, row]) => (row === null ? (before.get(key) ?? []) : [])),
  };
}
