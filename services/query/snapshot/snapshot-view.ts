import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import type { StateCopy } from '../../../projections/account-state/queries/state-copy.ts';
import type { ChangeRing } from './change-ring.ts';
import type { Entries, Row } from './entries.ts';
import type { EntryGroup, EntryGroups } from './entry-groups.ts';
import type { FlipWatch } from './flip-watch.ts';
import type { KeyKind } from './fragment.ts';
import { createRows } from './rows.ts';

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
  /** In the order of `/accounts`; the list itself changes with the next update. */
  rows(): readonly Row[];
  /** The entries of all rows. */
  groups(): readonly EntryGroup[];
  /** The newest change among the rows whose readers may know it, epoch ms; null when there is none. */
  newestChange(): number | null;
  /** Every record with an earlier time is in the rows; epoch ms. */
  appliedUpTo(): number;
  /** To be called when nobody will ask for it. */
  letGo(): void;
}

export interface SnapshotSources {
  readonly copy: StateCopy;
  readonly flips: FlipWatch;
  readonly entries: Entries;
  readonly groups: EntryGroups;
  readonly ring: ChangeRing;
}

/** Rows made in one turn of the event loop; each takes up to 60 us. Those that another view has made take a thousandth. */
const rowsPerTurn = 100;

export function createSnapshotView(sources: SnapshotSources, kind: KeyKind): SnapshotView {
  const { copy, flips, ring, entries } = sources;
  const rows = createRows(sources.groups);
  let directory: Pick<Directory, 'accounts' | 'members'> | null = null;
  let visible: Reader['visible'] = new Map();
  let position = 0;
  let appliedUpTo = 0;
  let updating: Promise<void> | null = null;

  /** @returns whether that was all of them. After a failure the next update makes all rows anew. */
  function remakeSome(accountIds: Iterator<string>): boolean {
    const before = entries.made();
    try {
      for (let next = accountIds.next(); next.done !== true; next = accountIds.next()) {
        const account = visible.get(next.value);
        if (account !== undefined) rows.put(entries.rowOf(account, kind));
        if (entries.made() - before >= rowsPerTurn) return false;
      }
      return true;
    } catch (error) {
      directory = null;
      throw error;
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

  async function remakeInTurns(accountIds: Iterator<string>): Promise<void> {
    do await nextTurn();
    while (!remakeSome(accountIds));
  }

  function update(reader: Reader): Promise<void> | null {
    if (updating !== null) return updating.then(() => update(reader) ?? undefined);
    const accountIds = outdated(reader).values();
    if (remakeSome(accountIds)) return null;
    updating = remakeInTurns(accountIds).finally(() => {
      updating = null;
    });
    // Once more for what changed meanwhile. That comes to an end, because rows are made at 30,000 a second, far faster
    // than accounts change.
    return updating.then(() => update(reader) ?? undefined);
  }

  return {
    update,
    version: rows.version,
    rows: rows.list,
    groups: rows.groups,
    newestChange: rows.newestChange,
    appliedUpTo: () => appliedUpTo,
    letGo: rows.letGo,
  };
}
