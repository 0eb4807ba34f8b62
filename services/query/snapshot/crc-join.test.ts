import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crcWith, joinPieces, pieceOf } from './crc-join.ts';

test('the checksum of joined pieces is that of their bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (pieces) => {
      const joined = pieces.reduce((crc, bytes) => crcWith(crc, pieceOf(Buffer.from(bytes))), 0);
      expect(joined).toBe(crc32(Buffer.concat(pieces)));
    }),
  );
});

test('pieces that were joined to one piece count as it', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), fc.nat(), (pieces, before) => {
      const joined = joinPieces(pieces.map((bytes) => pieceOf(Buffer.from(bytes))));
      const whole = pieceOf(Buffer.concat(pieces));
      expect([crcWith(before, joined), joined.length]).toEqual([crcWith(before, whole), whole.length]);
    }),
  );
});

test('pieces of many megabytes', () => {
  const pieces = [Buffer.alloc(5_000_001, 'quillon'), Buffer.alloc(20_000_003, 'fen')];
  const joined = pieces.reduce((crc, bytes) => crcWith(crc, pieceOf(bytes)), 0);
  expect(joined).toBe(crc32(Buffer.concat(pieces)));
});
