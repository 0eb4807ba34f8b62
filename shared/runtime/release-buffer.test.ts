import { expect, onTestFinished, test } from 'vitest';
import { releaseBuffer } from './release-buffer.ts';

test('frees its own memory at once', () => {
  const buffer = Buffer.allocUnsafeSlow(100_000);
  releaseBuffer(buffer);
  expect(buffer).toHaveLength(0);
  releaseBuffer(buffer);
});

test('does not free a part of a pool, even of a pool from before the hub set its own pool size', () => {
  const { poolSize } = Buffer;
  onTestFinished(() => {
    Buffer.poolSize = poolSize;
  });
  Buffer.poolSize = 64 * 1_024;
  // Fills the pool in use, so that the next pool has 64 KiB.
  const small = Array.from({ length: 200 }, (_, at) => Buffer.from(`${at}`.padStart(1_000, '.')));
  Buffer.poolSize = 8 * 1_024;
  for (const buffer of small) releaseBuffer(buffer);
  expect(small.map((buffer) => Number(buffer.subarray(-3).toString().replace(/^\.+/, '')))).toEqual(
    small.map((_, at) => at),
  );
});
