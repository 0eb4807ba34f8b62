import { expect, test } from 'vitest';
import { testNames } from './test-names.ts';

test('the names of tests are found in every form', () => {
  const code = `
    test('one a', () => {});
    it.each([['x', (a) => a]])('two %s', () => { list.test('no name'); });
    describe.skipIf(none(here))(\`three \${label}\`, () => { it('of four', () => {}); });`;
  expect(testNames('a.test.ts', code).map(({ text }) => text)).toEqual([
    'One a',
    'Two %s',
    'Three x',
    'of four',
  ]);
});
