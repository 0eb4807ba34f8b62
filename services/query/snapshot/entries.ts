import type { Account } from '../../../projections/access/directory/directory.ts';
import type { VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import type { AccountState } from '../../../projections/account-state/queries/account-state.ts';
import { statePartition } from '../../../projections/account-state/queries/account-state.ts';
import {
  type Judgement,
  staleFrom,
  timesOutAt,
} from '../../../projections/account-state/queries/presence.ts';
import type { StateCopy } from '../../../projections/account-state/queries/state-copy.ts';
import { createEntry, type Entry } from './entry.ts';
import type { FlipWatch } from './flip-watch.ts';
import { entryJson, headJson, type KeyKind } from './fragment.ts';

/** The entries of all accounts, each serialised once for all views that may see the same parts of the account. */
export interface Entries {
  entryOf(visible: VisibleAccount, kind: KeyKind): Entry;
}

/** The entries of one account, with everything but the readers' rights that they were made from: if it changes, all go. */
interface AccountEntries {
  readonly state: AccountState;
  readonly timedOut: boolean;
  readonly stale: boolean;
  /** By the JSON of their head, which holds the account's `access` fields and the readable categories. */
  readonly entries: Map<string, Entry>;
}

/** How many entries of one account are kept, one for each set of rights on it. */
const entriesPerAccountMax = 16;

export function createEntries(
  copy: Pick<StateCopy, 'stateOf'>,
  flips: Pick<FlipWatch, 'judgement'>,
): Entries {
  // The directory replaces the object of a changed or erased account, so that its entries are collected with the old one.
  const accounts = new WeakMap<Account, AccountEntries>();

  function madeFrom(account: Account, state: AccountState, judged: Judgement): AccountEntries {
    const timedOut = judged.presence >= timesOutAt(state.presence);
    const stale = judged.clock >= staleFrom(state.location);
    const known = accounts.get(account);
    if (known?.state === state && known.timedOut === timedOut && known.stale === stale) return known;
    const made: AccountEntries = { state, timedOut, stale, entries: new Map() };
    accounts.set(account, made);
    return made;
  }

  return {
    entryOf: (visible, kind) => {
      const { account } = visible;
      const { id } = account;
      const judged = flips.judgement(statePartition(id));
      const { state, entries } = madeFrom(account, copy.stateOf(id), judged);
      const head = headJson(visible, kind);
      const known = entries.get(head);
      if (known !== undefined) return known;
      const entry = createEntry(id, entryJson(head, visible, state, judged));
      if (entries.size >= entriesPerAccountMax) entries.clear();
      entries.set(head, entry);
      return entry;
    },
  };
}
