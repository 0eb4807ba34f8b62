import { constants, crc32, deflateRawSync } from 'node:zlib';
import { smallDeflateOptions } from '../../../shared/runtime/compression-options.ts';
import { concatBuffers } from '../../../shared/runtime/unpooled-buffer.ts';

const options = { ...smallDeflateOptions, chunkSize: 4_096, finishFlush: constants.Z_SYNC_FLUSH } as const;

/**
 * The part fits anywhere in a deflate stream: it refers to no earlier bytes and ends at a byte
 * boundary.
 */
export function deflatePart(bytes: Buffer): Buffer {
  // zlib returns a slice that would keep a larger buffer in memory.
  return concatBuffers([deflateRawSync(bytes, options)]);
}

/** Not compressed, because a few digits hardly get shorter. @param bytes at most 65,535 */
export function storedLastPart(bytes: Buffer): Buffer {
  // RFC 1951, 3.2.4: the last block, stored; its length, and the length with all bits flipped.
  const header = Buffer.from([1, 0, 0, 0, 0]);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return concatBuffers([header, bytes]);
}

/**
 * Magic number, deflate, no flags, no time, no hints, unknown system (RFC 1952). Without a time,
 * equal bodies have equal bytes.
 */
export const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** Checksum and length (RFC 1952). */
export function gzipTrailer(plain: readonly Buffer[]): Buffer {
  let checksum = 0;
  let length = 0;
  for (const chunk of plain) {
    checksum = crc32(chunk, checksum);
    length += chunk.length;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return trailer;
}
