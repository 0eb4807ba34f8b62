import { concatBuffers, unpooledBuffer } from '../../../shared/runtime/unpooled-buffer.ts';
import { deflatePart } from './deflate-parts.ts';
import { type EntryDigest, entryDigest } from './view-version.ts';

/**
 * One account as readers with equal rights see it: its JSON, and its part of the view's version.
 * These readers share one entry.
 */
export interface Entry {
  /**
   * A comma and the JSON, so that a list is sent entry by entry. The first entry of a list is sent
   * without its comma.
   */
  readonly bytes: Buffer;
  readonly digest: EntryDigest;
  /** The comma and the JSON as two parts of a gzip body. Compressed at the first call. */
  deflated(): Buffer;
  isDeflated(): boolean;
}

const comma = Buffer.from(',');
const deflatedComma = deflatePart(comma);

/** @param json the account's object in an answer */
export function createEntry(accountId: string, json: string): Entry {
  const bytes = unpooledBuffer(`,${json}`);
  let deflated: Buffer | undefined;
  return {
    bytes,
    digest: entryDigest(accountId, json),
    deflated: () => {
      deflated ??= concatBuffers([deflatedComma, deflatePart(withoutComma(bytes))]);
      return deflated;
    },
    isDeflated: () => deflated !== undefined,
  };
}

/** The plain bytes of an entry for the first place of a list. */
export function withoutComma(bytes: Buffer): Buffer {
  return bytes.subarray(comma.length);
}

/** The deflated bytes of an entry for the first place of a list. */
export function deflatedWithoutComma(entry: Entry): Buffer {
  return entry.deflated().subarray(deflatedComma.length);
}
