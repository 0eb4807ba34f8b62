import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timestamp } from './envelope.ts';

test('writes times in UTC to the millisecond, in any order (read-api 2.1 "timestamps")', () => {
  const instant = fc.oneof(
    fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(9999, 11, 31) }),
    fc.integer({ min: -3_000, max: 3_000 }),
  );
  fc.assert(
    fc.property(instant, (ms) => {
      expect(timestamp(ms)).toBe(new Date(ms).toISOString());
    }),
  );
});
