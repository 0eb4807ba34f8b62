import { expect, test } from 'vitest';
import { historyRowsMax, historyText } from './account-history.ts';

const nothing = {
  events: 0,
  play_sessions: 0,
  xp_hours: 0,
  gear_changes: 0,
  wealth_days: 0,
  trail_points: 0,
};

test.each([
  [{}, 'no history'],
  [{ events: 1, play_sessions: 2 }, '1 event, 2 play sessions'],
  [{ xp_hours: 1_200, wealth_days: 1 }, '1,200 hours of xp, 1 day of wealth'],
  [{ trail_points: historyRowsMax }, 'at least 10,000 points of the trail'],
])('the history of an account in words: %o', (counts, text) => {
  expect(historyText({ ...nothing, ...counts })).toBe(text);
});
