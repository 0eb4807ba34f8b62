import { expect, test } from 'vitest';
import { fateText } from './open-commands.tsx';

const away = { waitsFor: 'the hub cannot be reached', showsSecret: false };

test('why no result came is said until the hub answers', () => {
  expect(fateText(away, undefined, false)).toBe(
    'the hub is asked whether it happened (the hub cannot be reached).',
  );
  expect(fateText(away, { state: 'unknown', message: null }, false)).toBe(
    'the hub has nothing of it so far.',
  );
  expect(fateText(away, { state: 'unknown', message: null }, true)).toBe(
    'it did not happen, as far as the hub knows.',
  );
  expect(fateText(away, { state: 'waiting', message: 'it is on its way to the log' }, false)).toBe(
    'it is stored, and takes effect once the hub has processed it (it is on its way to the log).',
  );
  expect(fateText(away, { state: 'granted', message: null }, false)).toBe('it happened.');
});
