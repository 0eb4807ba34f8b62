import { concatBuffers, unpooledBuffer } from '../../../shared/runtime/unpooled-buffer.ts';
import { deflatePart } from './deflate-parts.ts';
import { type EntryDigest, entryDigest } from './view-version.ts';

/** Readers with equal rights on an account share its entry. */
export interface Entry {
  /** A comma and the JSON. The first entry of a list is sent without the comma. */
  readonly bytes: Buffer;
  readonly digest: EntryDigest;
  /** Comma and JSON as two parts of a gzip body. Compressed at the first call. */
  deflated(): Buffer;
  isDeflated(): boolean;
}

const comma = Buffer.from(',');
const deflatedComma = deflatePart(comma);

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

export function withoutComma(bytes: Buffer): Buffer {
  return bytes.subarray(comma.length);
}

export function deflatedWithoutComma(entry: Entry): Buffer {
  return entry.deflated().subarray(deflatedComma.length);
}
