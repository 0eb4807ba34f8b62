import { hash } from 'node:crypto';

const words = 3;

/** The first 96 bits of SHA-256(account id, fragment). */
export type EntryDigest = Readonly<Uint32Array>;

export function entryDigest(accountId: string, fragment: string): EntryDigest {
  const digest = hash('sha256', `${accountId}\n${fragment}`, 'buffer');
  return Uint32Array.from({ length: words }, (_, word) => digest.readUInt32BE(word * 4));
}

/** The XOR of the digests of entries, so that entries can come and go in any order. */
export function createViewVersion() {
  const sum = new Uint32Array(words);
  let text: string | undefined;
  return {
    /** Adds the entry, or takes it out again. */
    toggle: (digest: EntryDigest): void => {
      for (let word = 0; word < words; word += 1) sum[word] = (sum[word] ?? 0) ^ (digest[word] ?? 0);
      text = undefined;
    },
    /** 24 hexadecimal digits, equal on every replica and after every rebuild. */
    text: (): string => {
      text ??= Array.from(sum, (word) => word.toString(16).padStart(8, '0')).join('');
      return text;
    },
  };
}
