import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createCursorSeal, numbersIn, type SealedForm } from './cursor-seal.ts';
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

/** A known live map asks for further pages only if the cursor begins with `cjE6` (`r1:`). */
const feedForm: SealedForm = { mark: Buffer.from('v1:'), numbers: 1, tagBytes: 16 };
const rangeForm: SealedForm = { mark: Buffer.from('r1:'), numbers: 3, tagBytes: 18 };
/** Signed cursors, which clients of earlier versions still hold. Their lengths differ. */
const earlierFeedForms: readonly EarlierForm[] = [
  { mark: feedForm.mark, numbers: 1, macBytes: 13 },
  { mark: Buffer.of(1), numbers: 1, macBytes: 12 },
];
const earlierRangeForms: readonly EarlierForm[] = [
  { mark: rangeForm.mark, numbers: 3, macBytes: 12 },
  { mark: Buffer.of(2), numbers: 3, macBytes: 14 },
];
const keptMax = 1_000;

export function createCursors(hubSecret: Uint8Array): Cursors {
  const seal = createCursorSeal(hubSecret);
  // Raw bytes would be converted to a key at each use.
  const secret = createSecretKey(hubSecret);
  /** Clients that are caught up send the same few cursors again and again. */
  const verified = new LRUCache<string, number>({ max: keptMax });
  /** Readers at the end of the feed get the same cursor. */
  const given = new LRUCache<number, string>({ max: keptMax });

  /** The numbers of a cursor; none in any other text. */
  function numbersOf(cursor: string, form: SealedForm, earlier: readonly EarlierForm[]): number[] {
    const bytes = Buffer.from(cursor, 'base64url');
    // Node's decoder accepts several spellings of the same bytes; only the given spelling is valid.
    if (bytes.toString('base64url') !== cursor) return [];
    return seal.opened(form, bytes) ?? readEarlier(secret, earlier, bytes);
  }

  return {
    encode: (sequence) => {
      const known = given.get(sequence);
      if (known !== undefined) return known;
      const cursor = seal.sealed(feedForm, [sequence]).toString('base64url');
      given.set(sequence, cursor);
      return cursor;
    },
    decode: (cursor) => {
      const known = verified.get(cursor);
      if (known !== undefined) return known;
      const [sequence] = numbersOf(cursor, feedForm, earlierFeedForms);
      if (sequence !== undefined) verified.set(cursor, sequence);
      return sequence ?? null;
    },
    encodeRange: ({ horizon, occurredAt, seq }) =>
      seal.sealed(rangeForm, [horizon, occurredAt, seq]).toString('base64url'),
    decodeRange: (cursor) => {
      const [horizon, occurredAt, seq] = numbersOf(cursor, rangeForm, earlierRangeForms);
      if (horizon === undefined || occurredAt === undefined || seq === undefined) return null;
      return { horizon, occurredAt, seq };
    },
  };
}

/** A mark, readable numbers of eight bytes, and at least 96 bits of an HMAC. */
interface EarlierForm {
  readonly mark: Buffer;
  readonly numbers: number;
  readonly macBytes: number;
}

/** The numbers of a signed cursor; none in any other bytes. */
function readEarlier(secret: KeyObject, forms: readonly EarlierForm[], bytes: Buffer): number[] {
  for (const { mark, numbers, macBytes } of forms) {
    const macAt = mark.length + 8 * numbers;
    if (bytes.length !== macAt + macBytes || !bytes.subarray(0, mark.length).equals(mark)) continue;
    const place = bytes.subarray(0, macAt);
    const mac = createHmac('sha256', secret).update('event-feed cursor').update(place).digest();
    const isGenuine = timingSafeEqual(bytes.subarray(macAt), mac.subarray(0, macBytes));
    return isGenuine ? numbersIn(place.subarray(mark.length)) : [];
  }
  return [];
}
