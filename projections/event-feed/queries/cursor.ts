import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Places in the feed as clients hold them: opaque, and the same for every key, replica and rebuild. */
export interface Cursors {
  encode(sequence: number): string;
  /** Null for everything that `encode` did not give. */
  decode(cursor: string): number | null;
}

const version = 1;
/** Version, sequence, and the first 96 bits of an HMAC: a multiple of three bytes, so base64url has no spare bits. */
const [sequenceAt, macAt, length] = [1, 9, 21];
const verifiedMax = 1_000;

export function createCursors(hubSecret: Uint8Array): Cursors {
  function macOf(place: Uint8Array): Buffer {
    return createHmac('sha256', hubSecret)
      .update('event-feed cursor')
      .update(place)
      .digest()
      .subarray(0, length - macAt);
  }

  function encode(sequence: number): string {
    const place = Buffer.alloc(macAt);
    place.writeUInt8(version);
    place.writeBigUInt64BE(BigInt(sequence), sequenceAt);
    return Buffer.concat([place, macOf(place)]).toString('base64url');
  }

  function decode(cursor: string): number | null {
    const bytes = Buffer.from(cursor, 'base64url');
    // Node's decoder accepts several spellings of the same bytes; only the one that `encode` gives is valid.
    if (bytes.length !== length || bytes.toString('base64url') !== cursor) return null;
    const place = bytes.subarray(0, macAt);
    if (!timingSafeEqual(bytes.subarray(macAt), macOf(place)) || place.readUInt8() !== version) return null;
    return Number(place.readBigUInt64BE(sequenceAt));
  }

  /** Clients that are caught up send the same few cursors again and again, and an HMAC is half the cost of such a poll. */
  const verified = new LRUCache<string, number>({ max: verifiedMax });

  return {
    encode,
    decode: (cursor) => {
      const known = verified.get(cursor);
      if (known !== undefined) return known;
      const sequence = decode(cursor);
      if (sequence !== null) verified.set(cursor, sequence);
      return sequence;
    },
  };
}
