import { type CategoryMask, maskOf } from '../../../shared/domain/category.ts';
import { sectionCategory } from '../../../shared/domain/section.ts';
import { type AccountState, stateCategories } from './account-state.ts';
import { type CurrentTimes, never, staleFrom, timesOutAt } from './presence.ts';

const bits = stateCategories.map((category) => [category, maskOf([category])] as const);
const presenceMask = maskOf([sectionCategory.presence]);
const locationMask = maskOf([sectionCategory.location]);

/**
 * The last change that the reader may see, epoch ms; 0 without a change. Becoming stale or offline
 * is a change too (rules/snapshot.md#change-time).
 */
export function stateChangedAt(state: AccountState, readable: CategoryMask, judged: CurrentTimes): number {
  let newest = 0;
  for (const [category, bit] of bits) {
    if ((readable & bit) !== 0) newest = Math.max(newest, state.changedAt[category]);
  }
  if ((readable & presenceMask) !== 0) {
    newest = Math.max(newest, whenPassed(timesOutAt(state.presence), judged.forOnline));
  }
  if ((readable & locationMask) !== 0) {
    newest = Math.max(newest, whenPassed(staleFrom(state.location), judged.forStale));
  }
  return newest;
}

function whenPassed(changeTime: number, now: number): number {
  return changeTime <= now ? changeTime : 0;
}

/** When the account next becomes stale and offline; `never` if it does not. */
export function nextTimedChanges(state: AccountState, judged: CurrentTimes): CurrentTimes {
  return {
    forStale: whenAhead(staleFrom(state.location), judged.forStale),
    forOnline: whenAhead(timesOutAt(state.presence), judged.forOnline),
  };
}

function whenAhead(changeTime: number, now: number): number {
  return changeTime > now ? changeTime : never;
}
