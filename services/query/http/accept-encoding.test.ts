import { expect, test } from 'vitest';
import { prefersGzip } from './accept-encoding.ts';

test.each([
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['GZIP', true],
  ['x-gzip', true],
  ['*', true],
  ['br, gzip;q=0.5', true],
  ['gzip; q=0.001', true],
  ['identity;q=0.5, gzip;q=0.5', true],
  ['identity;q=0', false],
  ['', false],
  ['br, zstd', false],
  ['gzip;q=0', false],
  ['gzip;q=0.000', false],
  ['gzip;q=0, *', false],
  ['*;q=0', false],
  ['identity, gzip;q=0.9', false],
  ['gzip;q=2', false],
  ['gzip;q=yes', false],
  [',;;,', false],
])('the header "%s" prefers gzip: %s', (header, expected) => {
  expect(prefersGzip(header)).toBe(expected);
});

test('a client without the header does not prefer gzip', () => {
  expect(prefersGzip(undefined)).toBe(false);
});
