import { expect, test } from 'vitest';
import { questStatesOf } from './quest-states.ts';

const notStarted = (length: number) => Array.from({ length }, () => 1);

test('the places of a list of the known length have the names of RuneLite', () => {
  const states = questStatesOf([2, 0, ...notStarted(209)]);
  expect(states.slice(0, 3)).toEqual([
    { name: 'Animal Magnetism', state: 'finished' },
    { name: 'Another Slice of H.A.M.', state: 'started' },
    { name: 'The Ascent of Arceuus', state: 'not_started' },
  ]);
  // The id of the first differs from its place by 2, because two ids before it have no quest.
  expect(states[165]?.name).toBe("Hopespear's Will");
  expect(states.at(-1)?.name).toBe('The Blood Moon Rises');
  expect(new Set(states.map(({ name }) => name)).size).toBe(211);
});

test.each([207, 212])('a list of %i names only quests whose places never moved', (length) => {
  const names = questStatesOf(notStarted(length)).map(({ name }) => name);
  expect(names).toHaveLength(length);
  expect(names[200]).toBe('Scrambled!');
  expect(new Set(names.slice(201))).toEqual(new Set([null]));
});
