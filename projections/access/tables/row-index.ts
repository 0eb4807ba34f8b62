import { type PersistentMap, persistentMap } from './persistent-map.ts';

/** From `lookup value` to the keys of the rows that the lookup finds. */
export type RowIndex = PersistentMap<readonly string[]>;

/** How rules find the rows of a table. */
export interface TableKind<Row extends object, Lookup extends string> {
  keyOf(row: Row): string;
  readonly lookups: { readonly [Each in Lookup]: LookupKind<Row> };
}

export interface LookupKind<Row> {
  /** The values under which the lookup finds a row. */
  valuesOf(row: Row): readonly string[];
  /** For lookups that every event of a large batch may need; other lookups search all rows. */
  readonly isIndexed?: true;
}

function indexedLookups<Lookup extends string>(kind: TableKind<never, Lookup>): Lookup[] {
  const lookups = Object.entries<LookupKind<never>>(kind.lookups);
  return lookups.flatMap(([lookup, { isIndexed }]) => (isIndexed ? [lookup as Lookup] : []));
}

export function indexOf<Row extends object, Lookup extends string>(
  kind: TableKind<Row, Lookup>,
  rows: Iterable<Row>,
): RowIndex {
  const index = new Map<string, string[]>();
  for (const row of rows) {
    for (const lookup of indexedLookups(kind)) {
      for (const value of kind.lookups[lookup].valuesOf(row)) {
        const entry = entryOf(lookup, value);
        const keys = index.get(entry);
        if (keys === undefined) index.set(entry, [kind.keyOf(row)]);
        else keys.push(kind.keyOf(row));
      }
    }
  }
  return persistentMap(index);
}

/** Only for indexed lookups. */
export function keysIn(index: RowIndex, lookup: string, value: string): readonly string[] {
  return index.get(entryOf(lookup, value)) ?? [];
}

export function reindexed<Row extends object, Lookup extends string>(
  kind: TableKind<Row, Lookup>,
  index: RowIndex,
  before: Row | undefined,
  after: Row | undefined,
): RowIndex {
  let changed = index;
  for (const lookup of indexedLookups(kind)) {
    const lost = before === undefined ? [] : kind.lookups[lookup].valuesOf(before);
    const gained = after === undefined ? [] : kind.lookups[lookup].valuesOf(after);
    for (const value of lost) {
      if (before === undefined || gained.includes(value)) continue;
      const others = keysIn(changed, lookup, value).filter((key) => key !== kind.keyOf(before));
      changed = changed.with(entryOf(lookup, value), others);
    }
    for (const value of gained) {
      if (after === undefined || lost.includes(value)) continue;
      const all = [...keysIn(changed, lookup, value), kind.keyOf(after)];
      changed = changed.with(entryOf(lookup, value), all);
    }
  }
  return changed;
}

function entryOf(lookup: string, value: string): string {
  return `${lookup} ${value}`;
}
