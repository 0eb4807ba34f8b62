import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RangeCursor } from './events-range.ts';

/** Opaque places in the feed, the same for every key, replica and rebuild. */
export interface Cursors {
  encode(sequence: number): string;
  /** Null for everything that `encode` did not give. */
  decode(cursor: string): number | null;
  encodeRange(place: RangeCursor): string;
  /** Null for everything that `encodeRange` did not give. */
  decodeRange(cursor: string): RangeCursor | null;
}

/**
 * A mark, numbers of eight bytes, and at least 96 bits of an HMAC. The length is a multiple of
 * three bytes, so base64url has no spare bits.
 */
interface Form {
  readonly mark: Buffer;
  readonly numbers: number;
  readonly macBytes: number;
}

/**
 * A known live map asks for further pages only if the cursor begins with `cjE6` (`r1:` in
 * base64url).
 */
const feedForm: Form = { mark: Buffer.from('v1:'), numbers: 1, macBytes: 13 };
const rangeForm: Form = { mark: Buffer.from('r1:'), numbers: 3, macBytes: 12 };
/** Cursors of release 0.1.0, which clients still hold. */
const earlierFeedForm: Form = { mark: Buffer.of(1), numbers: 1, macBytes: 12 };
const earlierRangeForm: Form = { mark: Buffer.of(2), numbers: 3, macBytes: 14 };
const keptMax = 1_000;

export function createCursors(hubSecret: Uint8Array): Cursors {
  // Raw bytes would be converted to a key at each use.
  const secret = createSecretKey(hubSecret);
  /** Clients that are caught up send the same few cursors again and again. */
  const verified = new LRUCache<string, number>({ max: keptMax });
  /** Readers at the end of the feed get the same cursor. */
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
      const [sequence] = readAny(secret, [feedForm, earlierFeedForm], cursor);
      if (sequence !== undefined) verified.set(cursor, sequence);
      return sequence ?? null;
    },
    encodeRange: ({ horizon, occurredAt, seq }) => written(secret, rangeForm, [horizon, occurredAt, seq]),
    decodeRange: (cursor) => {
      const [horizon, occurredAt, seq] = readAny(secret, [rangeForm, earlierRangeForm], cursor);
      if (horizon === undefined || occurredAt === undefined || seq === undefined) return null;
      return { horizon, occurredAt, seq };
    },
  };
}

function written(secret: KeyObject, form: Form, numbers: readonly number[]): string {
  const place = Buffer.alloc(macAtOf(form));
  form.mark.copy(place);
  for (const [index, number] of numbers.entries())
    place.writeBigInt64BE(BigInt(number), numberAt(form, index));
  return Buffer.concat([place, macOf(secret, form, place)]).toString('base64url');
}

/** The numbers of a cursor; none in any other text. */
function readAny(secret: KeyObject, forms: readonly Form[], cursor: string): number[] {
  const bytes = Buffer.from(cursor, 'base64url');
  // Node's decoder accepts several spellings of the same bytes; only the given spelling is valid.
  if (bytes.toString('base64url') !== cursor) return [];
  const form = forms.find((each) => isOfForm(each, bytes));
  return form === undefined ? [] : read(secret, form, bytes);
}

function isOfForm(form: Form, bytes: Buffer): boolean {
  const { mark, macBytes } = form;
  return bytes.length === macAtOf(form) + macBytes && bytes.subarray(0, mark.length).equals(mark);
}

function read(secret: KeyObject, form: Form, bytes: Buffer): number[] {
  const macAt = macAtOf(form);
  const place = bytes.subarray(0, macAt);
  if (!timingSafeEqual(bytes.subarray(macAt), macOf(secret, form, place))) return [];
  return Array.from({ length: form.numbers }, (_, index) =>
    Number(place.readBigInt64BE(numberAt(form, index))),
  );
}

function numberAt({ mark }: Form, index: number): number {
  return mark.length + 8 * index;
}

function macAtOf(form: Form): number {
  return numberAt(form, form.numbers);
}

function macOf(secret: KeyObject, { macBytes }: Form, place: Uint8Array): Buffer {
  const mac = createHmac('sha256', secret).update('event-feed cursor').update(place).digest();
  return mac.subarray(0, macBytes);
}
