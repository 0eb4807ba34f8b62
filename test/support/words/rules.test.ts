import { expect, test } from 'vitest';
import { faultsOf } from './rules.ts';

test.each([
  ['Of two writers one waits.', ['starts with "Of": start with the subject or the verb']],
  ['The row is written anew.', ['"anew": write again']],
  ['Who may read this?', []],
  ['The writer waits for the lock.', []],
])('%s', (sentence, faults) => {
  expect(faultsOf(sentence, 25)).toEqual(faults);
});

test('a sentence with more words than the limit has a fault', () => {
  const words = (count: number) => `Words ${'word '.repeat(count - 1).trim()}.`;
  expect(faultsOf(words(25), 25)).toEqual([]);
  expect(faultsOf(words(26), 25)).toEqual(['26 words: write two sentences']);
});
