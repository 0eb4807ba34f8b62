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
 * What the readers of one view get, kept current by what changed: an account that did not is not looked at again. The
 * accounts of a view are always the same: with another one it is another view.
 */
export interface SnapshotView {
  /** Brings the view up to the copy and the reader's directory: at once (null), or many entries in turns of the loop. */
  update(reader: Reader): Promise<void> | null;
  /** Of the entries, by their content alone. */
  version(): string;
  /** In the order of `/accounts`. */
  rows(): readonly Row[];
  /** Every record stamped before this is in the rows; epoch ms. */
  appliedUpTo(): number;
}

export interface Row {
  readonly accountId: string;
  readonly entry: Entry;
  /** `activity` is readable. If not, the account contributes to no change time, and every answer holds it. */
  readonly dated: boolean;
  /** Newest readable record or passed flip, epoch ms. What `access` changed is the reader's own: `VisibleAccount`. */
  readonly changedAt: number;
}

export interface SnapshotSources {
  readonly copy: StateCopy;
  readonly flips: FlipWatch;
  readonly entries: Entries;
  readonly ring: ChangeRing;
}

/** Entries made without a break: up to 60 us each. */
const entriesPerTurn = 100;

export function createSnapshotView(
  { copy, flips, entries, ring }: SnapshotSources,
  kind: KeyKind,
): SnapshotView {
  const rows = new Map<string, Row>();
  const version = createViewVersion();
  let directory: Pick<Directory, 'accounts' | 'members'> | null = null;
  let visible: Reader['visible'] = new Map();
  let position = 0;
  let appliedUpTo = 0;
  let updating: Promise<void> | null = null;
  let ordered: readonly Row[] | null = null;

  function put(account: VisibleAccount): void {
    const { id } = account.account;
    const entry = entries.entryOf(account, kind);
    const known = rows.get(id);
    if (known !== undefined) version.toggle(known.entry.digest);
    version.toggle(entry.digest);
    const judged = flips.judgement(statePartition(id));
    rows.set(id, {
      accountId: id,
      entry,
      dated: hasCategory(account.readable, 'activity'),
      changedAt: stateChangedAt(copy.stateOf(id), account.readable, judged),
    });
    ordered = null;
  }

  function take(accountIds: Iterable<string>): void {
    for (const accountId of accountIds) {
      const account = visible.get(accountId);
      if (account !== undefined) put(account);
    }
  }

  /** The accounts to look at again, with the view's position moved behind what changed. */
  function outdated(reader: Reader): ReadonlySet<string> {
    // Each pass is judged by the clock that its watermark belongs to.
    ring.add(flips.advance());
    const changed = ring.from(position);
    position = ring.end();
    appliedUpTo = copy.lowestWatermark();
    const sameDirectory =
      directory?.accounts === reader.directory.accounts && directory.members === reader.directory.members;
    if (sameDirectory && changed !== null) return changed;
    directory = reader.directory;
    visible = reader.visible;
    ordered = null;
    return new Set(visible.keys());
  }

  async function takeInTurns(accountIds: ReadonlySet<string>): Promise<void> {
    const rest = [...accountIds];
    while (rest.length > 0) {
      take(rest.splice(0, entriesPerTurn));
      await nextTurn();
    }
  }

  function update(reader: Reader): Promise<void> | null {
    if (updating !== null) return updating.then(() => update(reader) ?? undefined);
    const accountIds = outdated(reader);
    if (accountIds.size <= entriesPerTurn) {
      take(accountIds);
      return null;
    }
    updating = takeInTurns(accountIds).finally(() => {
      updating = null;
    });
    // What changed meanwhile is taken last. That comes to an end: entries are made at 30,000/s, by far faster than
    // accounts change.
    return updating.then(() => update(reader) ?? undefined);
  }

  return {
    update,
    version: () => version.text(),
    rows: () => {
      ordered ??= [...visible.keys()].flatMap((accountId) => rows.get(accountId) ?? []);
      return ordered;
    },
    appliedUpTo: () => appliedUpTo,
  };
}
