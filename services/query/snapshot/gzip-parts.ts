import { constants, crc32, deflateRawSync } from 'node:zlib';

// A fragment is 7 KB: a larger window costs memory to clear and finds nothing more. Level 3 is where zlib's time per
// byte is lowest here: 45 us and 1.5 KB a fragment, against 60 us with the default window. The output's buffer outlives
// the call until V8 collects its whole heap: of 4 KB instead of 16, and one is enough.
const options = { level: 3, windowBits: 13, memLevel: 7, chunkSize: 4_096 };

/**
 * Deflates bytes so that the result can stand anywhere in a deflate stream: it refers to nothing before it and ends on
 * a byte. A body of 500 such parts is a quarter larger than one made whole, and is joined in 1 ms instead of 24.
 */
export function deflatePart(bytes: Buffer): Buffer {
  const deflated = deflateRawSync(bytes, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
  // zlib hands out a slice of its 4 KB chunk: kept as they are, 5,000 parts of 1.5 KB hold 20 MB.
  const part = Buffer.allocUnsafeSlow(deflated.length);
  deflated.copy(part);
  return part;
}

/** The last part of a deflate stream. */
export function deflateLastPart(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, options);
}

/** Magic, deflate, no flags, no time, no hints, unknown system (RFC 1952): equal bodies are equal to the byte. */
export const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

export interface GzipTrailer {
  /** Counts in bytes of the body, uncompressed and in order. */
  add(bytes: Buffer): void;
  bytes(): Buffer;
}

export function createGzipTrailer(): GzipTrailer {
  let checksum = 0;
  let length = 0;
  return {
    add: (bytes) => {
      checksum = crc32(bytes, checksum);
      length += bytes.length;
    },
    bytes: () => {
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(checksum, 0);
      trailer.writeUInt32LE(length % 2 ** 32, 4);
      return trailer;
    },
  };
}
