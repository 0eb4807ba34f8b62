import { isDeepStrictEqual } from 'node:util';
import { type AccountState, contentOf, stateCategories } from './account-state.ts';

/**
 * A category whose content differs counts as changed at `liveSince`.
 * @returns `previous` itself when nothing differs
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
 * A process that has just started does not know what was served before `liveSince`. So everything
 * counts as changed then, and no client misses a change.
 */
export function afterStart(state: AccountState, liveSince: number): AccountState {
  const changedAt = { ...state.changedAt };
  for (const category of stateCategories) changedAt[category] = Math.max(changedAt[category], liveSince);
  return { ...state, changedAt };
}
