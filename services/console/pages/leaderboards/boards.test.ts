import { expect, test } from 'vitest';
import { type BoardChoice, type BoardData, boardRequest, rowsOf } from './boards.ts';

const choice: BoardChoice = {
  metric: 'gains',
  skill: 'Slayer',
  boss: '',
  range: 'week',
  from: '',
  to: '',
  isByItem: true,
  around: 'q',
};
const parametersOf = (some: Partial<BoardChoice>) => boardRequest({ ...choice, ...some }).parameters(7);

test('a range without a start begins at the first report, and without an end ends now', () => {
  expect(parametersOf({})).toMatchObject({ skill: 'Slayer', period: 'week', around: 'q' });
  const from = '2026-09-07T00:00:00.000Z';
  expect(parametersOf({ range: 'all_time', from })).toMatchObject({ from, to: 7 });
  expect(parametersOf({ range: 'all_time', to: from })).toMatchObject({ from: undefined, to: from });
  expect(parametersOf({ range: 'all_time' })).not.toHaveProperty('period');
});

test('drops by item ask for no neighbours of an account', () => {
  expect(parametersOf({ metric: 'drops' })).toMatchObject({ group: 'item', around: undefined });
  expect(parametersOf({ metric: 'drops', isByItem: false })).toMatchObject({ group: undefined, around: 'q' });
});

test('a board has its first entries, then the neighbours that are not among them', () => {
  const entry = (rank: number) => ({ rank, account: { id: `a${rank}`, name: '' }, value: 9, at: null });
  const data = { entries: [1, 2, 3].map(entry), around: [3, 4, 5].map(entry) };
  expect(rowsOf(data as BoardData).map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
});
