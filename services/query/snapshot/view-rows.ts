import type { Row } from './entries.ts';
import { createViewVersion } from './view-version.ts';

export interface Rows {
  /**
   * Takes the accounts in their order, always the same accounts. After each call, put the row of
   * each account.
   */
  order(accountIds: Iterable<string>): void;
  /** @throws RangeError for an account that is not in the view */
  put(row: Row): void;
  /** In the order of the accounts. The list changes when a row is put. */
  list(): readonly Row[];
  version(): string;
  /** The newest readable change time of the rows, epoch ms; null without such a row. */
  newestChange(): number | null;
}

export function createRows(): Rows {
  let places: ReadonlyMap<string, number> = new Map();
  let rows: Row[] = [];
  const version = createViewVersion();
  /** Undefined after a change, until a body asks for it. */
  let newest: number | null | undefined;

  return {
    order: (accountIds) => {
      const ordered = [...accountIds];
      const known = places;
      const before = rows;
      rows = ordered.map((accountId) => before[known.get(accountId) ?? -1] as Row);
      places = new Map(ordered.map((accountId, place) => [accountId, place]));
    },
    put: (row) => {
      const place = places.get(row.accountId);
      if (place === undefined) throw new RangeError('no account of this view');
      const known = rows[place];
      if (known === row) return;
      if (known !== undefined) version.toggle(known.entry.digest);
      version.toggle(row.entry.digest);
      newest = undefined;
      rows[place] = row;
    },
    list: () => rows,
    version: version.text,
    newestChange: () => {
      if (newest === undefined) newest = newestOf(rows);
      return newest;
    },
  };
}

function newestOf(rows: readonly Row[]): number | null {
  let newest: number | null = null;
  for (const { isChangeTimeReadable, changedAt } of rows) {
    if (isChangeTimeReadable) newest = Math.max(newest ?? changedAt, changedAt);
  }
  return newest;
}
