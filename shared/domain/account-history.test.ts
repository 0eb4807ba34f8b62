import { expect, test } from 'vitest';
import { historyRowsMax, historyText } from './account-history.ts';

const nothing = {
  events: 0,
  sessions: 0,
  xp_hours: 0,
  gear_changes: 0,
  days_of_wealth: 0,
  trail_points: 0,
};

test.each([
  [{}, 'no history'],
  [{ events: 1, sessions: 2 }, '1 event, 2 play sessions'],
  [{ xp_hours: 1_200, days_of_wealth: 1 }, '1,200 hours of xp, 1 day of wealth'],
  [{ trail_points: historyRowsMax }, 'at least 10,000 points of the trail'],
])('the history of an account in words: %o', (counts, text) => {
  expect(historyText({ ...nothing, ...counts })).toBe(text);
});
