import { crc32 } from 'node:zlib';
import { ownBuffer } from '../http/own-buffer.ts';
import { type Piece, pieceOf } from './crc-join.ts';
import { deflatePart } from './gzip-parts.ts';
import { type EntryDigest, entryDigest, sameDigest } from './view-version.ts';

/** One account as readers with equal rights see it: its JSON, and its part of the view's version. Made once, then shared. */
export interface Entry {
  /** The JSON, and a comma before it: so a list is sent entry by entry, only the first without its comma. */
  readonly bytes: Buffer;
  readonly digest: EntryDigest;
  /** Whether a group of entries begins with it, see `EntryGroups`. */
  readonly opensGroup: boolean;
  /** Whether its account changed before: it is then likely to change again. */
  readonly renewed: boolean;
  /** Equal for the versions of an account that follow each other in a view: its id, and what readers see of it. */
  readonly lineage: string;
  /** The bytes as parts of a gzip body that refer to nothing before them; made when first asked for (45 us for 4 KB). */
  deflatedAlone(): Deflated;
  /**
   * The bytes for a place right behind another entry, to which the parts then refer, for most names of skills and items stand
   * in both: a quarter of the bytes less, or far more where players wear the same. It is `deflatedAlone` where too many other
   * entries stand in front of this one in other views.
   */
  deflatedBehind(previous: Entry): Deflated;
  /** What `deflatedBehind` has made for this place already, or `deflatedAlone`: for bodies in which others stand there. */
  deflatedAsKnown(previous: Entry): Deflated;
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

/** Entries of which different views may see one in front of an entry. Beyond these, views share what refers to none. */
const lineagesMax = 3;

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
  /** By the lineage of the entry in front. */
  const behind = new Map<string, DeflatedBehind>();

  function deflatedParts(parts: Buffer): Deflated {
    piece ??= pieceOf(bytes);
    return { parts, piece };
  }

  function deflatedAlone(): Deflated {
    alone ??= deflatedParts(deflatePart(jsonOf(bytes), { before: deflatedComma }));
    return alone;
  }

  function knownBehind({ lineage: of, digest }: Entry): Deflated | undefined {
    const known = behind.get(of);
    return known !== undefined && sameDigest(known.digest, digest) ? known.deflated : undefined;
  }

  function deflateBehind(previous: Entry): Deflated {
    const deflated = deflatedParts(deflatePart(bytes, { dictionary: jsonOf(previous.bytes) }));
    behind.set(previous.lineage, { digest: previous.digest, deflated });
    return deflated;
  }

  return {
    bytes,
    digest: entryDigest(accountId, json),
    opensGroup: crc32(accountId) % entriesPerGroup === 0,
    renewed,
    lineage,
    deflatedAlone,
    deflatedBehind: (previous) => {
      // To drop one for another would have views of which each sees other accounts deflate it anew in turns.
      const isFull = behind.size >= lineagesMax && !behind.has(previous.lineage);
      return knownBehind(previous) ?? (isFull ? deflatedAlone() : deflateBehind(previous));
    },
    deflatedAsKnown: (previous) => knownBehind(previous) ?? deflatedAlone(),
    isDeflated: () => alone !== undefined || behind.size > 0,
  };
}

/** It names the entry in front by its digest: to hold it would hold the one in front of that, and so on. */
interface DeflatedBehind {
  readonly digest: EntryDigest;
  readonly deflated: Deflated;
}

/** `bytes` of an entry without the comma, for the first of a list. */
export function jsonOf(bytes: Buffer): Buffer {
  return bytes.subarray(comma.length);
}

/** `deflatedAlone` of an entry without the comma, for the first of a list. */
export function deflatedFirst(entry: Entry): Deflated {
  const { parts } = entry.deflatedAlone();
  return { parts: parts.subarray(deflatedComma.length), piece: pieceOf(jsonOf(entry.bytes)) };
}
