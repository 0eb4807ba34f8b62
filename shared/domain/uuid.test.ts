import { expect, test } from 'vitest';
import { uuidOfHex } from './uuid.ts';

// The ids are stored, so each release has to create the same ids.
test('a UUID keeps the given digits, except its version and its variant', () => {
  expect(uuidOfHex('0123456789abcdef0123456789abcdefffff')).toBe('01234567-89ab-8def-8123-456789abcdef');
});
