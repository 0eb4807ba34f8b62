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
  /** Lets go of the groups; they are looked up when they are asked for again. */
  letGo(): void;
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
      grouped.letGo();
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
    letGo: grouped.letGo,
    newestChange: () => {
      if (newest === undefined) newest = newestOf(rows);
      return newest;
    },
  };
}

/** The groups of rows, of which only those that hold a changed row are looked up again. */
function createGroupedRows(entryGroups: EntryGroups) {
  /** Null for a group that holds a changed row. */
  let list: (EntryGroup | null)[] | null = null;
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
    return all;
  }

  /** Where a group begins depends on the accounts and their order alone, so one with a changed row has the places that it had. */
  function renewed(number: number, rows: readonly Row[]): EntryGroup {
    const members = rows.slice(starts[number], starts[number + 1]);
    return entryGroups.groupOf(members.map(({ entry }) => entry));
  }

  const grouped = {
    /** Forgets the groups; to be called when rows have other places, too. */
    letGo: (): void => {
      list = null;
    },
    changed: (place: number): void => {
      const number = groupAt[place];
      if (list !== null && number !== undefined) list[number] = null;
    },
    of: (rows: readonly Row[]): readonly EntryGroup[] => {
      const groups = list?.map((group, number) => group ?? renewed(number, rows)) ?? cut(rows);
      list = [...groups];
      entryGroups.heldBy(grouped);
      return groups;
    },
  };
  return grouped;
}

function newestOf(rows: readonly Row[]): number | null {
  let newest: number | null = null;
  for (const { dated, changedAt } of rows) {
    if (dated) newest = Math.max(newest ?? changedAt, changedAt);
  }
  return newest;
}
