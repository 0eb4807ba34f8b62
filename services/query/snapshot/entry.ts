import { crc32 } from 'node:zlib';
import { ownBuffer } from '../own-buffer.ts';
import { type Piece, pieceOf } from './crc-join.ts';
import { deflatePart } from './gzip-parts.ts';
import { type EntryDigest, entryDigest } from './view-version.ts';

/** One account as readers with equal rights see it: its JSON, and its part of the view's version. Made once, then shared. */
export interface Entry {
  /** The JSON, and a comma before it: so a list is sent entry by entry, only the first without its comma. */
  readonly bytes: Buffer;
  readonly digest: EntryDigest;
  /** Whether a group of entries begins with it, see `EntryGroups`. */
  readonly opensGroup: boolean;
  /** Whether its account changed before: it is then likely to change again. */
  readonly renewed: boolean;
  /** The bytes as parts of a gzip body, the comma's and that of the JSON; deflated when first asked for (36 us for 4 KB). */
  deflated(): Deflated;
  isDeflated(): boolean;
}

/** One or several entries as parts of a gzip body. */
export interface Deflated {
  readonly parts: Buffer;
  /** The uncompressed bytes, for the checksum of a body. */
  readonly piece: Piece;
}

/** On average. Which accounts begin a group depends on their id alone. */
const entriesPerGroup = 8;
const comma = Buffer.from(',');
const deflatedComma = deflatePart(comma);

export function createEntry(accountId: string, json: string, { renewed = false } = {}): Entry {
  const bytes = ownBuffer(`,${json}`);
  let deflated: Deflated | undefined;
  return {
    bytes,
    digest: entryDigest(accountId, json),
    opensGroup: crc32(accountId) % entriesPerGroup === 0,
    renewed,
    deflated: () => {
      deflated ??= { parts: deflatePart(jsonOf(bytes), deflatedComma), piece: pieceOf(bytes) };
      return deflated;
    },
    isDeflated: () => deflated !== undefined,
  };
}

/** `bytes` of an entry without the comma, for the first of a list. */
export function jsonOf(bytes: Buffer): Buffer {
  return bytes.subarray(comma.length);
}

/** `deflated` of an entry without the comma, for the first of a list. */
export function deflatedFirst(entry: Entry): Deflated {
  const { parts } = entry.deflated();
  return { parts: parts.subarray(deflatedComma.length), piece: pieceOf(jsonOf(entry.bytes)) };
}
