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
  /** Tells the versions of an account that follow each other in the same views from those that other readers see. */
  readonly lineage: string;
  /**
   * The bytes as parts of a gzip body, deflated when first asked for (some 45 us for 4 KB). Behind another entry they may
   * refer to it, which has most names of skills and items in common with this one.
   */
  deflated(previous?: Entry): Deflated;
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

export interface EntryOrigin {
  readonly renewed?: boolean;
  readonly lineage?: string;
}

export function createEntry(
  accountId: string,
  json: string,
  { renewed = false, lineage = accountId }: EntryOrigin = {},
): Entry {
  const bytes = ownBuffer(`,${json}`);
  let piece: Piece | undefined;
  let alone: Deflated | undefined;
  let behind: DeflatedBehind | undefined;

  function deflatedParts(parts: Buffer): Deflated {
    piece ??= pieceOf(bytes);
    return { parts, piece };
  }

  function deflatedAlone(): Deflated {
    alone ??= deflatedParts(deflatePart(jsonOf(bytes), { before: deflatedComma }));
    return alone;
  }

  return {
    bytes,
    digest: entryDigest(accountId, json),
    opensGroup: crc32(accountId) % entriesPerGroup === 0,
    renewed,
    lineage,
    deflated: (previous) => {
      if (previous === undefined) return deflatedAlone();
      if (behind?.digest === previous.digest) return behind.deflated;
      // Views that see different accounts in front of this one share what refers to none of them, instead of deflating it
      // anew in turns.
      if (behind !== undefined && behind.lineage !== previous.lineage) return deflatedAlone();
      const { digest, lineage } = previous;
      const deflated = deflatedParts(deflatePart(bytes, { dictionary: jsonOf(previous.bytes) }));
      behind = { digest, lineage, deflated };
      return deflated;
    },
    isDeflated: () => alone !== undefined || behind !== undefined,
  };
}

/** Names the entry in front instead of holding it, which would hold the one in front of that, and so on. */
interface DeflatedBehind {
  readonly digest: EntryDigest;
  readonly lineage: string;
  readonly deflated: Deflated;
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
