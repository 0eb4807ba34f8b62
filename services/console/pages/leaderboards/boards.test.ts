import { expect, test } from 'vitest';
import { type BoardChoice, leaderboards, type RankedBoard, rowsOf } from './boards.ts';

const choice: BoardChoice = {
  metric: 'gains',
  skill: 'Slayer',
  boss: '',
  by: 'players',
  range: 'week',
  from: '',
  to: '',
  around: 'q',
};
const parametersOf = (some: Partial<BoardChoice>) => {
  const asked = { ...choice, ...some };
  return leaderboards[asked.metric].parameters(asked);
};

test('a range without a start begins at the first report, and without an end has no `to`', () => {
  expect(parametersOf({})).toMatchObject({ skill: 'Slayer', period: 'week', around: 'q' });
  const sized = { skill: 'Slayer', limit: 100, around: 'q' };
  const from = '2026-09-07T00:00:00.000Z';
  expect(parametersOf({ range: 'all_time', from })).toEqual({ ...sized, from });
  expect(parametersOf({ range: 'all_time', to: from })).toMatchObject({ from: undefined, to: from });
  expect(parametersOf({ range: 'all_time' })).toEqual({ ...sized, from: '1970-01-01T00:00:00.000Z' });
});

test('only drops by player ask for the neighbours of an account', () => {
  const sized = { limit: 50, period: 'week' };
  expect(parametersOf({ metric: 'drops' })).toEqual({ ...sized, group: 'account', around: 'q' });
  expect(parametersOf({ metric: 'drops', by: 'items' })).toEqual({ ...sized, group: 'item' });
});

test('a day begins at the midnight of the browser', () => {
  const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(parametersOf({ range: 'day' })).toMatchObject({ period: 'day', tz });
});

test.each([
  [{}, '?skill=Slayer&gains=week'],
  [{ range: 'all_time' }, '?skill=Slayer'],
  [{ metric: 'records' }, '/records'],
  [{ metric: 'kills', range: 'month' }, '/kills?range=month'],
  [{ metric: 'drops', range: 'all_time' }, '/drops'],
] as const)('the names of the board %j lead to the part of the account with its numbers', (some, below) => {
  const asked = { ...choice, ...some };
  expect(leaderboards[asked.metric].below(asked)).toBe(below);
});

test('a board has its first entries, then the neighbours that are not among them', () => {
  const entry = (rank: number) => ({ rank, account: { id: `a${rank}`, name: '' }, value: 9, at: null });
  const data = { entries: [1, 2, 3].map(entry), around: [3, 4, 5].map(entry) };
  expect(rowsOf(data as RankedBoard).map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
});
