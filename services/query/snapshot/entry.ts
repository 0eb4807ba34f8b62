import { deflatePart } from './gzip-parts.ts';
import { type EntryDigest, entryDigest } from './view-version.ts';

/** One account as readers with equal rights see it: its JSON, and its part of the view's version. Made once, then shared. */
export interface Entry {
  readonly bytes: Buffer;
  readonly digest: EntryDigest;
  /** The bytes as a part of a gzip body; deflated when first asked for (45 us for 7 KB). */
  deflated(): Buffer;
}

export function createEntry(accountId: string, json: string): Entry {
  const bytes = ownBuffer(json);
  let deflated: Buffer | undefined;
  return {
    bytes,
    digest: entryDigest(accountId, json),
    deflated: () => {
      deflated ??= deflatePart(bytes);
      return deflated;
    },
  };
}

/** Not from Node's buffer pool, where a kept entry would hold a whole 8 KB slab: 25 MB with 500 accounts that move. */
function ownBuffer(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
