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

/** The entries of all accounts, each serialised once for all views that see the same of it. */
export interface Entries {
  entryOf(visible: VisibleAccount, kind: KeyKind): Entry;
}

/** What an account's entries were made from besides the reader's rights; another of these, and all are made anew. */
interface Made {
  readonly state: AccountState;
  readonly timedOut: boolean;
  readonly stale: boolean;
  /** By head: what `access` says of the account, and what of it is readable. */
  readonly entries: Map<string, Entry>;
}

/** Different rights on one account whose entries are kept. */
const entriesPerAccountMax = 16;

export function createEntries(
  copy: Pick<StateCopy, 'stateOf'>,
  flips: Pick<FlipWatch, 'judgement'>,
): Entries {
  // A changed or erased account has another row in the directory, or none: what was made from the old one goes with it.
  const accounts = new WeakMap<Account, Made>();

  function madeFrom(account: Account, state: AccountState, judged: Judgement): Made {
    const timedOut = judged.presence >= timesOutAt(state.presence);
    const stale = judged.clock >= staleFrom(state.location);
    const known = accounts.get(account);
    if (known?.state === state && known.timedOut === timedOut && known.stale === stale) return known;
    const made: Made = { state, timedOut, stale, entries: new Map() };
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
