import type { Row } from './entries.ts';
import type { EntryGroup, EntryGroups } from './entry-groups.ts';
import { createViewVersion } from './view-version.ts';

/** The rows of a view. When one of 500 changes, what is known of all of them is brought up to date without a look at the others. */
export interface Rows {
  /**
   * Takes the accounts and their order; to be called when it may have changed. Before anything else is asked for, the row of
   * each account has to be put.
   */
  order(accountIds: Iterable<string>): void;
  /** @throws when the account is none of the view's */
  put(row: Row): void;
  /** In the order of the accounts. The list changes when a row is put. */
  list(): readonly Row[];
  /** The entries in the order of the accounts. */
  groups(): readonly EntryGroup[];
  /** The version of the entries. */
  version(): string;
  /** The newest change of a row that is `dated`, epoch ms; null when no row is. */
  newestChange(): number | null;
}

export function createRows(entryGroups: EntryGroups): Rows {
  let places: ReadonlyMap<string, number> = new Map();
  let rows: Row[] = [];
  const grouped = createGroupedRows(entryGroups);
  const version = createViewVersion();
  /** Undefined while all rows have to be looked at for it. */
  let newest: number | null | undefined;

  function noteChange(known: Row | undefined, row: Row): void {
    if (newest === undefined) return;
    if (row.dated && row.changedAt >= (newest ?? row.changedAt)) newest = row.changedAt;
    else if (known?.dated && known.changedAt === newest) newest = undefined;
  }

  return {
    order: (accountIds) => {
      const ordered = [...accountIds];
      const known = places;
      const before = rows;
      rows = ordered.map((accountId) => before[known.get(accountId) ?? -1] as Row);
      places = new Map(ordered.map((accountId, place) => [accountId, place]));
      grouped.cutAnew();
    },
    put: (row) => {
      const place = places.get(row.accountId);
      if (place === undefined) throw new RangeError('no account of this view');
      const known = rows[place];
      if (known === row) return;
      if (known !== undefined) version.toggle(known.entry.digest);
      version.toggle(row.entry.digest);
      noteChange(known, row);
      rows[place] = row;
      grouped.changed(place);
    },
    list: () => rows,
    groups: () => grouped.of(rows),
    version: version.text,
    newestChange: () => {
      if (newest === undefined) newest = newestOf(rows);
      return newest;
    },
  };
}

/**
 * The groups of rows, of which only those that hold a changed row are looked up again. They are held by their first entries, of
 * which views that see other accounts have other groups: 60 such views of 400 accounts that each held its own had 22 MB more.
 */
function createGroupedRows(entryGroups: EntryGroups) {
  /** Null for one that holds a changed row. */
  let groups: (WeakRef<EntryGroup> | null)[] | null = null;
  /** Of each group, the place of its first row. */
  let starts: number[] = [];
  /** Of each place, the number of its group. */
  let groupAt: number[] = [];

  function cut(rows: readonly Row[]): EntryGroup[] {
    const all = entryGroups.of(rows.map(({ entry }) => entry));
    starts = [];
    groupAt = [];
    for (const [number, { entries }] of all.entries()) {
      starts.push(groupAt.length);
      for (let count = 0; count < entries.length; count += 1) groupAt.push(number);
    }
    groups = all.map((group) => new WeakRef(group));
    return all;
  }

  /** Where a group begins depends on the accounts and their order alone, so one with a changed row has the places that it had. */
  function renewed(number: number, rows: readonly Row[]): EntryGroup {
    const members = rows.slice(starts[number], starts[number + 1]);
    const group = entryGroups.groupOf(members.map(({ entry }) => entry));
    if (groups !== null) groups[number] = new WeakRef(group);
    return group;
  }

  return {
    /** To be called when rows have other places. */
    cutAnew: (): void => {
      groups = null;
    },
    changed: (place: number): void => {
      const number = groupAt[place];
      if (groups !== null && number !== undefined) groups[number] = null;
    },
    of: (rows: readonly Row[]): readonly EntryGroup[] =>
      groups?.map((group, number) => group?.deref() ?? renewed(number, rows)) ?? cut(rows),
  };
}

function newestOf(rows: readonly Row[]): number | null {
  let newest: number | null = null;
  for (const { dated, changedAt } of rows) {
    if (dated) newest = Math.max(newest ?? changedAt, changedAt);
  }
  return newest;
}
