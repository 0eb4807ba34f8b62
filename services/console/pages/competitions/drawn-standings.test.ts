import { expect, test } from 'vitest';
import { drawnStandings } from './drawn-standings.ts';

const east = [1, 2, 3, 4, 5, 6, 7].map((rank) => ({ rank, team: 'East' }));
const west = [8, 9, 10, 11].map((rank) => ({ rank, team: 'West' }));
const ranksOf = (...given: Parameters<typeof drawnStandings<{ rank: number; team: string | null }>>) =>
  drawnStandings(...given).map(({ rank }) => rank);

test('each team has lines, and the viewer takes the place of the last', () => {
  expect(ranksOf([...east, ...west], undefined)).toEqual([1, 2, 3, 8, 9, 10]);
  expect(ranksOf([...east, ...west], east[6])).toEqual([1, 2, 3, 7, 8, 9]);
  expect(ranksOf([...east, ...west], west[3])).toEqual([1, 2, 3, 8, 9, 11]);
});

test('without teams, the first and the viewer have lines', () => {
  expect(ranksOf(east.slice(0, 2), undefined)).toEqual([1, 2]);
  expect(
    ranksOf(
      [...east, ...west].map((row) => ({ ...row, team: null })),
      undefined,
    ),
  ).toHaveLength(6);
});
