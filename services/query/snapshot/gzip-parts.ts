import { promisify } from 'node:util';
import { constants, deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib';
import { joinBytes } from '../http/own-buffer.ts';
import { crcWith, type Piece } from './crc-join.ts';

// A fragment is 4 to 7 KB, so a larger window finds no more matches than one of two fragments and costs time to clear. Level 1
// takes four fifths of the time of level 3 here, for a tenth more bytes. The output buffer lives until V8 collects its
// whole heap, so it has 4 KB instead of 16, which hold a whole fragment. What is kept is copied out of that buffer: 5,000
// parts of 1.5 KB would keep 20 MB alive.
const options = { level: 1, windowBits: 14, memLevel: 7, chunkSize: 4_096 };

interface Place {
  /** Parts that are put in front of it in the result. */
  readonly before?: Buffer;
  /** The bytes that always stand right in front of it, uncompressed: it may refer to them. */
  readonly dictionary?: Buffer;
}

/**
 * Deflates bytes so that the result can be placed anywhere in a deflate stream, or anywhere behind its dictionary: it refers
 * to nothing else before it and ends on a byte boundary. A body of 500 such parts, each with the one before as its
 * dictionary, is a seventh larger than one compressed as a whole, and takes no time to join instead of 24 ms to compress.
 */
export function deflatePart(bytes: Buffer, { before = nothing, dictionary }: Place = {}): Buffer {
  const how = { ...options, finishFlush: constants.Z_SYNC_FLUSH, ...(dictionary && { dictionary }) };
  return joinBytes([before, deflateRawSync(bytes, how)]);
}

const nothing = Buffer.alloc(0);

const deflateAsync = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);

/**
 * As `deflatePart`, for the bytes of many entries, in a thread of Node's pool: in half the time that they take one by one. With
 * zlib's usual tables of 64 KB, which malloc maps anew for each call as the hub sets it, they take half as much again.
 */
export async function deflateInThread(bytes: Buffer): Promise<Buffer> {
  const how = { ...options, level: 3, chunkSize: 16_384, finishFlush: constants.Z_SYNC_FLUSH };
  return joinBytes([await deflateAsync(bytes, how)]);
}

/**
 * The last part of a deflate stream, as it is: times and digits in 150 bytes would hardly get shorter, and each use of zlib takes
 * 20 us.
 * @param bytes at most 65,535
 */
export function lastPart(bytes: Buffer): Buffer {
  // RFC 1951, 3.2.4: the last block, stored; its length, and that with all bits flipped.
  const header = Buffer.from([1, 0, 0, 0, 0]);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return joinBytes([header, bytes]);
}

/** Magic number, deflate, no flags, no time, no hints, unknown system (RFC 1952): so equal bodies have equal bytes. */
export const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

export interface GzipTrailer {
  /** Adds a piece of the uncompressed body to its checksum and length; to be called in order. */
  add(piece: Piece): void;
  bytes(): Buffer;
}

export function createGzipTrailer(): GzipTrailer {
  let checksum = 0;
  let length = 0;
  return {
    add: (piece) => {
      checksum = crcWith(checksum, piece);
      length += piece.length;
    },
    bytes: () => {
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(checksum, 0);
      trailer.writeUInt32LE(length % 2 ** 32, 4);
      return trailer;
    },
  };
}
