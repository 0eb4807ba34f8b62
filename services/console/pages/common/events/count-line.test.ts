import { expect, test } from 'vitest';
import { countLine } from './count-line.ts';

test.each([
  ['Ann completed a task of the Easy Varrock diary', 'Ann completed 3 tasks of the Easy Varrock diary'],
  ['Ann completed a combat task', 'Ann completed 3 combat tasks'],
  ['Ann completed an elite clue', 'Ann completed 3 elite clues'],
  ['Ann met a superior monster', 'Ann met 3 superior monsters'],
  ['Ann reached a kill count of 918 at Zulrah', 'Ann reached 3 kill counts up to 918 at Zulrah'],
  ['Ann reached a kill count', 'Ann reached 3 kill counts'],
])('“%s” of three equal events is one sentence', (line, counted) => {
  expect(countLine(line, 3)).toBe(counted);
});

test.each(['Ann completed the quest Dragon Slayer I', 'Ann received a pet: Beaver', 'Ann died to Zulrah'])(
  '“%s” names nothing that is counted',
  (line) => {
    expect(countLine(line, 3)).toBeUndefined();
  },
);
