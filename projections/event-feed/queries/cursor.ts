import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RangeCursor } from './events-between.ts';

/** Places in the feed as clients hold them: opaque, and the same for every key, replica and rebuild. */
export interface Cursors {
  encode(sequence: number): string;
  /** Null for everything that `encode` did not give. */
  decode(cursor: string): number | null;
  /** A place in a range of time. */
  encodeRange(place: RangeCursor): string;
  /** Null for everything that `encodeRange` did not give. */
  decodeRange(cursor: string): RangeCursor | null;
}

/**
 * A version, its numbers of eight bytes, and the first bytes of an HMAC: 96 bits or more, so many that base64url has no
 * spare bits.
 */
interface Form {
  readonly version: number;
  readonly numbers: number;
  readonly macBytes: number;
}

const feedForm: Form = { version: 1, numbers: 1, macBytes: 12 };
const rangeForm: Form = { version: 2, numbers: 3, macBytes: 14 };
const keptMax = 1_000;

export function createCursors(hubSecret: Uint8Array): Cursors {
  // Each use of raw bytes would make a key of them anew.
  const secret = createSecretKey(hubSecret);
  /** Clients that are caught up send the same few cursors again and again, and an HMAC is half the cost of such a poll. */
  const verified = new LRUCache<string, number>({ max: keptMax });
  /** Whoever reads the end of the feed gets the same one, and an HMAC is a twentieth of a page. */
  const given = new LRUCache<number, string>({ max: keptMax });

  return {
    encode: (sequence) => {
      const known = given.get(sequence);
      if (known !== undefined) return known;
      const cursor = written(secret, feedForm, [sequence]);
      given.set(sequence, cursor);
      return cursor;
    },
    decode: (cursor) => {
      const known = verified.get(cursor);
      if (known !== undefined) return known;
      const [sequence] = read(secret, feedForm, cursor);
      if (sequence !== undefined) verified.set(cursor, sequence);
      return sequence ?? null;
    },
    encodeRange: ({ horizon, occurredAt, seq }) => written(secret, rangeForm, [horizon, occurredAt, seq]),
    decodeRange: (cursor) => {
      const [horizon, occurredAt, seq] = read(secret, rangeForm, cursor);
      if (horizon === undefined || occurredAt === undefined || seq === undefined) return null;
      return { horizon, occurredAt, seq };
    },
  };
}

function written(secret: KeyObject, form: Form, numbers: readonly number[]): string {
  const place = Buffer.alloc(macAtOf(form));
  place.writeUInt8(form.version);
  for (const [index, number] of numbers.entries()) place.writeBigInt64BE(BigInt(number), 1 + 8 * index);
  return Buffer.concat([place, macOf(secret, form, place)]).toString('base64url');
}

/** The numbers in a cursor; none when it is no cursor of this form. */
function read(secret: KeyObject, form: Form, cursor: string): number[] {
  const bytes = Buffer.from(cursor, 'base64url');
  const macAt = macAtOf(form);
  // Node's decoder accepts several spellings of the same bytes; only the one that was given is valid.
  if (bytes.length !== macAt + form.macBytes || bytes.toString('base64url') !== cursor) return [];
  const place = bytes.subarray(0, macAt);
  const isOurs = timingSafeEqual(bytes.subarray(macAt), macOf(secret, form, place));
  if (!isOurs || place.readUInt8() !== form.version) return [];
  return Array.from({ length: form.numbers }, (_, index) => Number(place.readBigInt64BE(1 + 8 * index)));
}

function macAtOf({ numbers }: Form): number {
  return 1 + 8 * numbers;
}

function macOf(secret: KeyObject, { macBytes }: Form, place: Uint8Array): Buffer {
  const mac = createHmac('sha256', secret).update('event-feed cursor').update(place).digest();
  return mac.subarray(0, macBytes);
}
