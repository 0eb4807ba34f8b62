import { expect, test } from 'vitest';
import { maskOf } from '../../../shared/domain/category.ts';
import { report } from '../testing/report.ts';
import { partAt, stateAfter } from '../testing/state-of.ts';
import { withParts } from './account-state.ts';
import { nextTimedChanges, stateChangedAt } from './change-time.ts';
import { never } from './presence.ts';

const at = 1_800_000_000_000;
const judged = { forStale: at, forOnline: at };

test('the change time is the time of the newest record of the readable categories only', () => {
  const state = withParts(stateAfter([report.skill('a', at)], at), [
    partAt(report.location('a', at), 7, at + 5_000),
    partAt(report.equipment('a', at), 8, at + 9_000),
  ]);
  expect(stateChangedAt(state, maskOf(['stats']), judged)).toBe(at);
  expect(stateChangedAt(state, maskOf(['stats', 'location_live']), judged)).toBe(at + 5_000);
  expect(stateChangedAt(state, maskOf(['events']), judged)).toBe(0);
});

test('the change time counts the moment of going online or offline, for readers of that category', () => {
  const state = stateAfter([report.presence('a', at), report.location('a', at)], at);
  const offline = { forStale: at + 186_000, forOnline: at + 186_000 };
  expect(nextTimedChanges(state, judged)).toEqual({ forStale: at + 120_001, forOnline: at + 186_000 });
  expect(stateChangedAt(state, maskOf(['activity']), { ...offline, forOnline: at + 185_999 })).toBe(at);
  expect(stateChangedAt(state, maskOf(['activity']), offline)).toBe(at + 186_000);
  expect(stateChangedAt(state, maskOf(['location_live']), offline)).toBe(at + 120_001);
  expect(nextTimedChanges(state, offline)).toEqual({ forStale: never, forOnline: never });
});
