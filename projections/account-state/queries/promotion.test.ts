import { expect, test } from 'vitest';
import { report } from '../testing/report.ts';
import { stateAfter } from '../testing/state-of.ts';
import { afterPromotion, afterStart } from './promotion.ts';

const at = 1_800_000_000_000;
const promotion = at + 60_000;

test('keeps the object of an account when a rebuild did not change its content', () => {
  const before = stateAfter([report.skill('a', at), report.location('a', at)], at);
  const after = stateAfter([report.skill('a', at), report.location('a', at)], at);
  expect(afterPromotion(before, after, promotion)).toBe(before);
});

test('sets the change time to the promotion only for categories whose content differs', () => {
  const before = stateAfter([report.skill('a', at), report.location('a', at)], at);
  const after = stateAfter([report.skill('a', at, 'Attack', 5), report.location('a', at)], at);
  const { changedAt, skills } = afterPromotion(before, after, promotion);
  expect(skills).toBe(after.skills);
  expect(changedAt).toMatchObject({ stats: promotion, location_live: at, activity: 0 });
});

test('raises change times to at least the time of the promotion when there is no earlier state', () => {
  const { changedAt } = afterStart(stateAfter([report.skill('a', at)], promotion + 1), promotion);
  expect(changedAt).toMatchObject({ stats: promotion + 1, activity: promotion });
});
