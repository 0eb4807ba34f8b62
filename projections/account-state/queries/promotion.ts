import { isDeepStrictEqual } from 'node:util';
import { type AccountState, contentOf, stateCategories } from './account-state.ts';

/**
 * The state of an account after a promotion. A category whose content differs from before counts as
 * changed at `liveSince`. If no content differs and no change time is newer, the result is
 * `previous` itself.
 */
export function afterPromotion(previous: AccountState, next: AccountState, liveSince: number): AccountState {
  const changedAt = { ...previous.changedAt };
  let differs = false;
  for (const category of stateCategories) {
    const same = isDeepStrictEqual(contentOf(previous, category), contentOf(next, category));
    const newest = Math.max(changedAt[category], next.changedAt[category], same ? 0 : liveSince);
    differs ||= !same || newest !== changedAt[category];
    changedAt[category] = newest;
  }
  return differs ? { ...next, changedAt } : previous;
}

/**
 * The state of a process that has just started. It does not know what was served before the
 * generation became live, so everything counts as changed then. A client that polls across a
 * restart gets some accounts again, and misses none.
 */
export function afterStart(state: AccountState, liveSince: number): AccountState {
  const changedAt = { ...state.changedAt };
  for (const category of stateCategories) changedAt[category] = Math.max(changedAt[category], liveSince);
  return { ...state, changedAt };
}
