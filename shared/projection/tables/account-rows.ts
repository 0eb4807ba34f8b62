import { appendToChain, type Chain, chainItems } from '../../collections/chain.ts';
import type { HistoryTable } from './keyed-table.ts';

export type AnyRow = Readonly<Record<string, unknown>>;

/** A row to write. `isNew`: the table has no row with its key. */
export interface ChangedRow<Row> {
  readonly row: Row;
  readonly isNew: boolean;
}

interface Entry<Row> {
  readonly row: Row | null;
  readonly isStored: boolean;
  readonly isChanged: boolean;
}

/** The rows of one account in a table. Immutable: `with` returns a changed copy. */
export interface TableRows<Row = AnyRow> {
  with(rows: readonly Row[]): TableRows<Row>;
  /** The rows to write. */
  changed(): ChangedRow<Row>[];
}

/**
 * The rows of one account in a `KeyedTable` that a batch needs, by the text of their key. The row
 * that changed last is separate, because copying the others for each event is slow.
 */
export class KeyedRows<Key extends AnyRow = AnyRow, Row extends Key = Key> implements TableRows<Row> {
  readonly #keyColumns: readonly string[];
  readonly #others: ReadonlyMap<string, Entry<Row>>;
  readonly #latest: readonly [key: string, entry: Entry<Row>] | null;
  /** False for rows of a fold without a database, and of a table that the fold only writes. */
  readonly #isLoaded: boolean;

  constructor(
    keyColumns: readonly string[],
    isLoaded: boolean,
    others: ReadonlyMap<string, Entry<Row>> = new Map(),
    latest: readonly [string, Entry<Row>] | null = null,
  ) {
    this.#keyColumns = keyColumns;
    this.#isLoaded = isLoaded;
    this.#others = others;
    this.#latest = latest;
  }

  /**
   * Null when the table has no such row.
   * @throws for a key that `keysOf` does not name for the event
   */
  get(key: Key): Row | null {
    return this.#entryOf(keyText(this.#keyColumns, key)).row;
  }

  /** The keys that `loaded` did not add, each once. */
  missing(keys: readonly Key[]): Key[] {
    const missing = new Map<string, Key>();
    for (const key of keys) {
      const text = keyText(this.#keyColumns, key);
      if (this.#find(text) === undefined) missing.set(text, key);
    }
    return [...missing.values()];
  }

  /** Adds what the table has for these keys. */
  loaded(keys: readonly Key[], rows: readonly Row[]): KeyedRows<Key, Row> {
    const entries = new Map(this.#others);
    const add = (key: Key, row: Row | null) =>
      entries.set(keyText(this.#keyColumns, key), { row, isStored: row !== null, isChanged: false });
    for (const key of keys) add(key, null);
    for (const row of rows) add(row, row);
    return new KeyedRows(this.#keyColumns, true, entries, this.#latest);
  }

  with(rows: readonly Row[]): KeyedRows<Key, Row> {
    let [others, latest] = [this.#others, this.#latest];
    let copied: Map<string, Entry<Row>> | null = null;
    for (const row of rows) {
      const key = keyText(this.#keyColumns, row);
      const before = latest?.[0] === key ? latest[1] : (others.get(key) ?? this.#entryOf(key));
      if (before.row !== null && isSame(before.row, row)) continue;
      if (latest !== null && latest[0] !== key) others = copied = (copied ?? new Map(others)).set(...latest);
      latest = [key, { row, isStored: before.isStored, isChanged: true }];
    }
    if (latest === this.#latest) return this;
    return new KeyedRows(this.#keyColumns, this.#isLoaded, others, latest);
  }

  changed(): ChangedRow<Row>[] {
    const entries = new Map(this.#others);
    if (this.#latest !== null) entries.set(...this.#latest);
    return [...entries.values()].flatMap(({ row, isStored, isChanged }) =>
      row !== null && isChanged ? { row, isNew: !isStored } : [],
    );
  }

  #find(key: string): Entry<Row> | undefined {
    return this.#latest?.[0] === key ? this.#latest[1] : this.#others.get(key);
  }

  #entryOf(key: string): Entry<Row> {
    const found = this.#find(key);
    if (found !== undefined) return found;
    if (this.#isLoaded) throw new Error(`keysOf does not name the key ${JSON.stringify(key)} of a row`);
    return { row: null, isStored: true, isChanged: false };
  }
}

/** The newest rows of one account in a `HistoryTable`, and the rows that a batch adds. */
export class HistoryRows<Row extends AnyRow = AnyRow> implements TableRows<Row> {
  readonly #table: HistoryTable;
  readonly #added: Chain<ChangedRow<Row>>;
  /** Newest first. */
  readonly newest: readonly Row[];

  constructor(table: HistoryTable, newest: readonly Row[] = [], added: Chain<ChangedRow<Row>> = null) {
    this.#table = table;
    this.newest = newest;
    this.#added = added;
  }

  /**
   * A row with the key of the newest row replaces this row.
   * @throws when a key comes before the key of the newest row
   */
  with(rows: readonly Row[]): HistoryRows<Row> {
    let [newest, added] = [this.newest, this.#added];
    const keyColumns = Object.keys(this.#table.key);
    for (const row of rows) {
      const [before] = newest;
      const isNew = before === undefined || keyText(keyColumns, row) !== keyText(keyColumns, before);
      if (before !== undefined && isNew && !isAfter(keyColumns, row, before))
        throw new Error('a row of a history must come after the newest row');
      newest = [row, ...newest.slice(isNew ? 0 : 1)].slice(0, this.#table.newest);
      added = appendToChain(added, { row, isNew });
    }
    return rows.length === 0 ? this : new HistoryRows(this.#table, newest, added);
  }

  changed(): ChangedRow<Row>[] {
    const added = chainItems(this.#added);
    const rows = added.every(({ isNew }) => isNew) ? added : this.#lastOfKeys(added);
    return rows.slice(-(this.#table.kept ?? 0));
  }

  #lastOfKeys(added: readonly ChangedRow<Row>[]): ChangedRow<Row>[] {
    const keyColumns = Object.keys(this.#table.key);
    const last = new Map<string, ChangedRow<Row>>();
    for (const { row, isNew } of added) {
      const key = keyText(keyColumns, row);
      last.set(key, { row, isNew: isNew || last.get(key)?.isNew === true });
    }
    return [...last.values()];
  }
}

function isAfter(columns: readonly string[], row: AnyRow, other: AnyRow): boolean {
  const column = columns.find((each) => row[each] !== other[each]);
  return column !== undefined && (row[column] as number | string) > (other[column] as number | string);
}

function isSame(row: AnyRow, other: AnyRow): boolean {
  return Object.keys(row).every((column) => row[column] === other[column]);
}

function keyText(columns: readonly string[], key: AnyRow): string {
  const [first] = columns;
  if (columns.length === 1 && first !== undefined) return String(key[first]);
  return columns.map((column) => key[column]).join('\0');
}
