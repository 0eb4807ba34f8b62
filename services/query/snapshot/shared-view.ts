import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import type { StateCopy } from '../../../projections/account-state/queries/state-copy.ts';
import type { Entries, Row } from './entries.ts';
import type { KeyKind } from './entry-json.ts';
import { createRows } from './view-rows.ts';

/** The set of accounts of a view never changes: readers with another set have another view. */
export interface SnapshotView {
  /**
   * Makes many entries over several turns of the event loop.
   * @returns null when the view is up to date already
   */
  update(reader: Reader): Promise<void> | null;
  /** Depends on the content of the entries alone. */
  version(): string;
  /** In the order of `/accounts`. The next update changes this list. */
  rows(): readonly Row[];
  /** The newest readable change time of the rows, epoch ms; null without such a row. */
  newestChange(): number | null;
  /** Every record with an earlier time is in the rows; epoch ms. */
  appliedUpTo(): number;
  /** The next update makes the rows of these accounts again. */
  noteChanged(accountIds: readonly string[]): void;
}

export interface SnapshotSources {
  readonly copy: StateCopy;
  readonly entries: Entries;
  /** Tells every view which accounts turned offline or stale since the last call. */
  readonly advanceClocks: () => void;
}

/** Rows made in one turn of the event loop, at first. Reused rows do not count. */
const rowsPerTurnAtFirst = 200;

export function createSnapshotView(sources: SnapshotSources, kind: KeyKind): SnapshotView {
  const { copy, entries, advanceClocks } = sources;
  const rows = createRows();
  const changes = createPendingChanges();
  let directory: Pick<Directory, 'accounts' | 'members'> | null = null;
  let visible: Reader['visible'] = new Map();
  let appliedUpTo = 0;
  let updating: Promise<void> | null = null;

  /** After a failure the next update makes all rows again. @returns whether all rows are made */
  function remakeSome(accountIds: Iterator<string>, rowsPerTurn: number): boolean {
    const before = entries.rowsMade();
    try {
      for (let next = accountIds.next(); next.done !== true; next = accountIds.next()) {
        const account = visible.get(next.value);
        if (account !== undefined) rows.put(entries.rowOf(account, kind));
        if (entries.rowsMade() - before >= rowsPerTurn) return false;
      }
      return true;
    } catch (error) {
      directory = null;
      throw error;
    }
  }

  function takeOutdated(reader: Reader): ReadonlySet<string> {
    // The clocks must belong to the watermark that is read below.
    advanceClocks();
    const changed = changes.take();
    appliedUpTo = copy.lowestWatermark();
    const sameDirectory =
      directory?.accounts === reader.directory.accounts && directory.members === reader.directory.members;
    if (sameDirectory && changed !== null) return changed;
    directory = reader.directory;
    visible = reader.visible;
    rows.order(visible.keys());
    return new Set(visible.keys());
  }

  async function remakeInTurns(accountIds: Iterator<string>, rowsPerTurn: number): Promise<void> {
    do await nextTurn();
    while (!remakeSome(accountIds, rowsPerTurn));
  }

  function update(reader: Reader, rowsPerTurn = rowsPerTurnAtFirst): Promise<void> | null {
    if (updating === null) {
      const accountIds = takeOutdated(reader).values();
      if (remakeSome(accountIds, rowsPerTurn)) return null;
      updating = remakeInTurns(accountIds, rowsPerTurn).finally(() => {
        updating = null;
      });
    }
    // Accounts may have changed in the meantime. Longer turns overtake a busy guild.
    return updating.then(() => update(reader, 2 * rowsPerTurn) ?? undefined);
  }

  return {
    update: (reader) => update(reader),
    version: rows.version,
    rows: rows.list,
    newestChange: rows.newestChange,
    appliedUpTo: () => appliedUpTo,
    noteChanged: changes.add,
  };
}

/** After more changes than this, the next update makes all rows again. */
const pendingMax = 16_384;
const noAccounts: ReadonlySet<string> = new Set();

function createPendingChanges() {
  // Views share the lists of one change, so many views cost little.
  let lists: (readonly string[])[] = [];
  let count = 0;
  return {
    add: (accountIds: readonly string[]): void => {
      if (accountIds.length === 0) return;
      count += accountIds.length;
      if (count <= pendingMax) lists.push(accountIds);
      else lists = [];
    },
    /** @returns null when there were too many to keep */
    take: (): ReadonlySet<string> | null => {
      if (count === 0) return noAccounts;
      const taken = count > pendingMax ? null : new Set(lists.flat());
      lists = [];
      count = 0;
      return taken;
    },
  };
}
