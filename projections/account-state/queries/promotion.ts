import { isDeepStrictEqual } from 'node:util';
import { type AccountState, contentOf, stateCategories } from './account-state.ts';

/**
 * An account's state in a generation that was just promoted: each category whose content is another than before
 * changed when the pointer moved. The same object as before when nothing differs.
 */
export function promoted(previous: AccountState, next: AccountState, liveSince: number): AccountState {
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
 * A state as a copy without a past takes it: it cannot know what was served before the generation became live, so all
 * of it counts as changed then. That repeats an account to a client that polls across a restart, and skips none.
 */
export function loaded(state: AccountState, liveSince: number): AccountState {
  const changedAt = { ...state.changedAt };
  for (const category of stateCategories) changedAt[category] = Math.max(changedAt[category], liveSince);
  return { ...state, changedAt };
}
