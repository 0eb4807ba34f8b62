import { expect, test } from 'vitest';
import { outcomeText } from './open-commands.tsx';

const away = { waitsFor: 'the hub cannot be reached', showsSecret: false };

test('the text says why there is no result, until the hub answers', () => {
  expect(outcomeText(away, undefined, false)).toBe(
    'the hub is asked whether it happened (the hub cannot be reached).',
  );
  expect(outcomeText(away, { state: 'unknown', message: null }, false)).toBe(
    'the hub has not received it so far.',
  );
  expect(outcomeText(away, { state: 'unknown', message: null }, true)).toBe(
    'it did not happen, as far as the hub knows.',
  );
  expect(outcomeText(away, { state: 'waiting', message: 'it is on its way to the log' }, false)).toBe(
    'it is stored, and takes effect once the hub has processed it (it is on its way to the log).',
  );
  expect(outcomeText(away, { state: 'granted', message: null }, false)).toBe('it happened.');
});
