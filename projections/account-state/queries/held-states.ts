import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseClock } from '../../../shared/postgres/clock/database-clock.ts';
import { timeoutClock } from '../../../shared/projection/upkeep/timeout-clock.ts';
import { type AccountState, noState, statePartition, statePartitions, withParts } from './account-state.ts';
import type { CurrentTimes } from './presence.ts';
import { afterPromotion, afterStart } from './promotion.ts';
import type { CopyPosition, StateChanges } from './read-changes.ts';

/** The live state of every account, in memory. */
export interface HeldStates {
  stateOf(accountId: string): AccountState;
  /** By partition of `hub.state`. */
  accounts(): readonly ReadonlyMap<string, AccountState>[];
  /** The database clock, epoch ms. */
  now(): number;
  currentTimes(partition: number): CurrentTimes;
  /** All records before this time are applied, in every partition; epoch ms. */
  lowestWatermark(): number;
  /** Calls `listener` with the accounts that changed. @returns how to stop */
  onChange(listener: (accountIds: readonly string[]) => void): () => void;
}

export interface StatesHolder {
  readonly states: HeldStates;
  /** The position after the last applied changes; null before the first changes. */
  seen(): CopyPosition | null;
  /** Readers see all of the changes at once. One call at a time. */
  takeOver(changes: StateChanges): Promise<void>;
}

export function holdStates(clock: DatabaseClock): StatesHolder {
  const listeners = new Set<(accountIds: readonly string[]) => void>();
  let copied = nothingCopied;
  let seen: CopyPosition | null = null;

  return {
    states: {
      stateOf: (accountId) =>
        copied.partitions[statePartition(accountId)]?.get(accountId) ?? copied.stateWithoutReports,
      accounts: () => copied.partitions,
      now: clock.now,
      currentTimes: (partition) => {
        const now = clock.now();
        return { forStale: now, forOnline: timeoutClock(now, copied.watermarks[partition] ?? 0) };
      },
      lowestWatermark: () => copied.lowestWatermark,
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    seen: () => seen,
    takeOver: async (changes) => {
      const { whole } = changes;
      const next =
        whole === null
          ? applyChanges(copied, changes)
          : await replaceStates(seen === null ? null : copied, whole, changes);
      clock.observe(changes.clock);
      copied = next.states;
      seen = changes.seen;
      const { changedAccountIds } = next;
      if (changedAccountIds.length > 0) for (const listener of listeners) listener(changedAccountIds);
    },
  };
}

interface CopiedStates {
  /** By account id, for each partition of `hub.state`. */
  readonly partitions: readonly ReadonlyMap<string, AccountState>[];
  readonly stateWithoutReports: AccountState;
  /** By partition, epoch ms. */
  readonly watermarks: readonly number[];
  readonly lowestWatermark: number;
}

const nothingCopied: CopiedStates = {
  partitions: [],
  stateWithoutReports: noState,
  watermarks: [],
  lowestWatermark: 0,
};

interface RefreshedStates {
  readonly states: CopiedStates;
  readonly changedAccountIds: readonly string[];
}

/** Changes the maps of `states` in place. An account that did not change keeps its object. */
function applyChanges(states: CopiedStates, changes: StateChanges): RefreshedStates {
  const partitions = states.partitions.map((accounts) => accounts as Map<string, AccountState>);
  for (const [accountId, parts] of changes.parts) {
    const accounts = partitions[statePartition(accountId)];
    accounts?.set(accountId, withParts(accounts.get(accountId) ?? states.stateWithoutReports, parts));
  }
  return {
    states: { ...states, partitions, ...watermarksOf(changes) },
    changedAccountIds: [...changes.parts.keys()],
  };
}

const accountsPerTurn = 500;

/**
 * Compares accounts in small groups, so that requests are answered between the groups. An account
 * that is the same in `previous` (null at the start) keeps its object. `previous` does not change,
 * and can be served until this resolves.
 */
async function replaceStates(
  previous: CopiedStates | null,
  whole: ReadonlyMap<string, AccountState>,
  changes: StateChanges,
): Promise<RefreshedStates> {
  const { liveSince } = changes;
  const stateWithoutReports = previous?.stateWithoutReports ?? afterStart(noState, liveSince);
  const partitions = Array.from({ length: statePartitions }, () => new Map<string, AccountState>());
  const changedAccountIds: string[] = [];
  let turn = 0;
  for (const accountId of accountIds(previous, whole)) {
    const partition = statePartition(accountId);
    const state = whole.get(accountId) ?? noState;
    const known = previous?.partitions[partition]?.get(accountId) ?? previous?.stateWithoutReports;
    const next = known === undefined ? afterStart(state, liveSince) : afterPromotion(known, state, liveSince);
    partitions[partition]?.set(accountId, next);
    if (next !== known) changedAccountIds.push(accountId);
    turn += 1;
    if (turn % accountsPerTurn === 0) await nextTurn();
  }
  return { states: { partitions, stateWithoutReports, ...watermarksOf(changes) }, changedAccountIds };
}

function accountIds(previous: CopiedStates | null, whole: ReadonlyMap<string, AccountState>): Set<string> {
  const before = previous?.partitions.flatMap((accounts) => [...accounts.keys()]) ?? [];
  return new Set([...before, ...whole.keys()]);
}

function watermarksOf(changes: StateChanges): Pick<CopiedStates, 'watermarks' | 'lowestWatermark'> {
  const watermarks = Array.from(
    { length: statePartitions },
    (_, partition) => changes.watermarks.get(partition) ?? 0,
  );
  return { watermarks, lowestWatermark: Math.min(...watermarks) };
}
