import type { Account } from '../../../projections/access/model/entities.ts';
import type { VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import {
  type AccountState,
  statePartition,
} from '../../../projections/account-state/queries/account-state.ts';
import { stateChangedAt } from '../../../projections/account-state/queries/change-time.ts';
import { staleFrom, timesOutAt } from '../../../projections/account-state/queries/presence.ts';
import type { StateCopy } from '../../../projections/account-state/queries/state-copy.ts';
import { hasCategory } from '../../../shared/domain/category.ts';
import { createEntry, type Entry } from './entry.ts';
import { entryJson, headJson, type KeyKind } from './entry-json.ts';
import type { TimedChanges } from './timed-changes.ts';

export interface Entries {
  rowOf(visible: VisibleAccount, kind: KeyKind): Row;
  /** Reused rows do not count. */
  rowsMade(): number;
}

/** Views that see the same parts of an account share the row. */
export interface Row {
  readonly accountId: string;
  readonly entry: Entry;
  /**
   * Whether `activity` is readable. Otherwise every answer has the account, so that the reader
   * does not learn when it changed.
   */
  readonly isChangeTimeReadable: boolean;
  /**
   * The newest readable record or timed change, epoch ms. `VisibleAccount` has the times of changes
   * by `access`.
   */
  readonly changedAt: number;
}

/** All entries are dropped when another of these values changes. */
interface AccountEntries {
  readonly partition: number;
  readonly state: AccountState;
  readonly timedOut: boolean;
  readonly stale: boolean;
  /** By `headJson`, which holds the `access` fields and the readable categories. */
  readonly entries: Map<string, Entry>;
}

/** An entry for each set of rights. */
const entriesPerAccountMax = 16;

export function createEntries(
  copy: Pick<StateCopy, 'stateOf'>,
  timedChanges: Pick<TimedChanges, 'currentTimes'>,
): Entries {
  // The directory replaces the object of a changed or erased account, so old entries are
  // garbage-collected.
  const accounts = new WeakMap<Account, AccountEntries>();
  // Members who see the same parts of an account share one `VisibleAccount`.
  const rows = {
    user: new WeakMap<VisibleAccount, KnownRow>(),
    service: new WeakMap<VisibleAccount, KnownRow>(),
  };
  let rowsMade = 0;

  function entriesOf(account: Account): AccountEntries {
    const known = accounts.get(account);
    const partition = known?.partition ?? statePartition(account.id);
    const state = copy.stateOf(account.id);
    const judged = timedChanges.currentTimes(partition);
    const timedOut = judged.forOnline >= timesOutAt(state.presence);
    const stale = judged.forStale >= staleFrom(state.location);
    if (known?.state === state && known.timedOut === timedOut && known.stale === stale) return known;
    const fresh: AccountEntries = { partition, state, timedOut, stale, entries: new Map() };
    accounts.set(account, fresh);
    return fresh;
  }

  function entryOf(from: AccountEntries, visible: VisibleAccount, kind: KeyKind) {
    const { partition, state, entries } = from;
    const head = headJson(visible, kind);
    const known = entries.get(head);
    if (known !== undefined) return known;
    const json = entryJson(head, visible, state, timedChanges.currentTimes(partition));
    const entry = createEntry(visible.account.id, json);
    if (entries.size >= entriesPerAccountMax) entries.clear();
    entries.set(head, entry);
    return entry;
  }

  return {
    rowOf: (visible, kind) => {
      const { account, readable } = visible;
      const from = entriesOf(account);
      const known = rows[kind].get(visible);
      if (known?.from === from) return known.row;
      rowsMade += 1;
      const row: Row = {
        accountId: account.id,
        entry: entryOf(from, visible, kind),
        isChangeTimeReadable: hasCategory(readable, 'activity'),
        changedAt: stateChangedAt(from.state, readable, timedChanges.currentTimes(from.partition)),
      };
      rows[kind].set(visible, { from, row });
      return row;
    },
    rowsMade: () => rowsMade,
  };
}

interface KnownRow {
  readonly from: AccountEntries;
  readonly row: Row;
}
