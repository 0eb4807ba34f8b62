import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { Reader, VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import { statePartition } from '../../../projections/account-state/queries/account-state.ts';
import { stateChangedAt } from '../../../projections/account-state/queries/change-time.ts';
import type { StateCopy } from '../../../projections/account-state/queries/state-copy.ts';
import { hasCategory } from '../../../shared/domain/category.ts';
import type { ChangeRing } from './change-ring.ts';
import type { Entries } from './entries.ts';
import type { Entry } from './entry.ts';
import type { FlipWatch } from './flip-watch.ts';
import type { KeyKind } from './fragment.ts';
import { createViewVersion } from './view-version.ts';

/**
 * What the readers of one view get. An update looks only at the accounts that changed. The set of accounts of a view never
 * changes: readers with another set have another view.
 */
export interface SnapshotView {
  /**
   * Brings the view up to date with the copy and the reader's directory. Few entries are made at once, and null is
   * returned; many are made over several turns of the event loop.
   */
  update(reader: Reader): Promise<void> | null;
  /** The version of the entries, which depends on their content alone. */
  version(): string;
  /** In the order of `/accounts`. */
  rows(): readonly Row[];
  /** Every record with an earlier time is in the rows; epoch ms. */
  appliedUpTo(): number;
}

export interface Row {
  readonly accountId: string;
  readonly entry: Entry;
  /** Whether `activity` is readable. If not, nobody may learn when the account changed: every answer holds it. */
  readonly dated: boolean;
  /**
   * Time of the newest readable record or passed flip, epoch ms. Changes by `access` differ between readers, so they are in
   * `VisibleAccount`.
   */
  readonly changedAt: number;
}

export interface SnapshotSources {
  readonly copy: StateCopy;
  readonly flips: FlipWatch;
  readonly entries: Entries;
  readonly ring: ChangeRing;
}

/** Entries made in one turn of the event loop; each takes up to 60 us. */
const entriesPerTurn = 100;

export function createSnapshotView(sources: SnapshotSources, kind: KeyKind): SnapshotView {
  const { copy, flips, ring } = sources;
  const rows = createRows(sources, kind);
  let directory: Pick<Directory, 'accounts' | 'members'> | null = null;
  let visible: Reader['visible'] = new Map();
  let position = 0;
  let appliedUpTo = 0;
  let updating: Promise<void> | null = null;

  function remake(accountIds: Iterable<string>): void {
    for (const accountId of accountIds) {
      const account = visible.get(accountId);
      if (account !== undefined) rows.put(account);
    }
  }

  /** The accounts whose rows have to be made again. Moves the view's position behind all changes. */
  function outdated(reader: Reader): ReadonlySet<string> {
    // In every pass, so that rows are made with the clocks that belong to the watermark read below.
    ring.add(flips.advance());
    const changed = ring.from(position);
    position = ring.end();
    appliedUpTo = copy.lowestWatermark();
    const sameDirectory =
      directory?.accounts === reader.directory.accounts && directory.members === reader.directory.members;
    if (sameDirectory && changed !== null) return changed;
    directory = reader.directory;
    visible = reader.visible;
    rows.order(visible.keys());
    return new Set(visible.keys());
  }

  async function remakeInTurns(accountIds: ReadonlySet<string>): Promise<void> {
    const rest = [...accountIds];
    while (rest.length > 0) {
      remake(rest.splice(0, entriesPerTurn));
      await nextTurn();
    }
  }

  function update(reader: Reader): Promise<void> | null {
    if (updating !== null) return updating.then(() => update(reader) ?? undefined);
    const accountIds = outdated(reader);
    if (accountIds.size <= entriesPerTurn) {
      remake(accountIds);
      return null;
    }
    updating = remakeInTurns(accountIds).finally(() => {
      updating = null;
    });
    // Once more for what changed meanwhile. That comes to an end, because entries are made at 30,000 a second, far faster
    // than accounts change.
    return updating.then(() => update(reader) ?? undefined);
  }

  return {
    update,
    version: rows.version,
    rows: rows.list,
    appliedUpTo: () => appliedUpTo,
  };
}

/** The rows of a view, and the version of their entries. */
function createRows({ copy, flips, entries }: SnapshotSources, kind: KeyKind) {
  const rows = new Map<string, Row>();
  const version = createViewVersion();
  /** Null until it is asked for; then a changed row takes its place in it. */
  let ordered: Row[] | null = null;
  let places: ReadonlyMap<string, number> = new Map();

  return {
    version: () => version.text(),
    /** Takes the order of the accounts; to be called when it may have changed. */
    order: (accountIds: Iterable<string>): void => {
      places = new Map([...accountIds].map((accountId, place) => [accountId, place]));
      ordered = null;
    },
    list: (): readonly Row[] => {
      ordered ??= [...places.keys()].flatMap((accountId) => rows.get(accountId) ?? []);
      return ordered;
    },
    put: (account: VisibleAccount): void => {
      const { id } = account.account;
      const entry = entries.entryOf(account, kind);
      const known = rows.get(id);
      if (known !== undefined) version.toggle(known.entry.digest);
      version.toggle(entry.digest);
      const row = {
        accountId: id,
        entry,
        dated: hasCategory(account.readable, 'activity'),
        changedAt: stateChangedAt(copy.stateOf(id), account.readable, flips.judgement(statePartition(id))),
      };
      rows.set(id, row);
      const place = places.get(id);
      if (known === undefined || place === undefined) ordered = null;
      else if (ordered !== null) ordered[place] = row;
    },
  };
}
