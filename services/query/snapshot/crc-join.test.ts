import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crcWith, pieceOf } from './crc-join.ts';

test('the checksum of joined pieces is that of their bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (pieces) => {
      const joined = pieces.reduce((crc, bytes) => crcWith(crc, pieceOf(Buffer.from(bytes))), 0);
      expect(joined).toBe(crc32(Buffer.concat(pieces)));
    }),
  );
});

test('pieces of many megabytes', () => {
  const pieces = [Buffer.alloc(5_000_001, 'quillon'), Buffer.alloc(20_000_003, 'fen')];
  const joined = pieces.reduce((crc, bytes) => crcWith(crc, pieceOf(bytes)), 0);
  expect(joined).toBe(crc32(Buffer.concat(pieces)));
});
