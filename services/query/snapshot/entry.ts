import { deflatePart } from './gzip-parts.ts';
import { type EntryDigest, entryDigest } from './view-version.ts';

/** One account as a group of readers sees it: its bytes, and what they add to the version. Made once, then shared. */
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

/** Not from Node's pool: an entry that stays would keep its neighbours' 8 KB, 25 MB with 500 accounts that move. */
function ownBuffer(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
