import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';

/**
 * A mark, a tag, and encrypted numbers of eight bytes. The length is a multiple of three bytes, so
 * base64url has no spare bits.
 */
export interface SealedForm {
  readonly mark: Buffer;
  readonly numbers: number;
  /** At least 16: the tag is also the initialization vector. */
  readonly tagBytes: number;
}

/**
 * Encrypts places, because the place where a scan stopped can be an event that the reader cannot
 * see. Equal numbers give equal bytes, so a place that has not moved keeps its cursor.
 */
export interface CursorSeal {
  sealed(form: SealedForm, numbers: readonly number[]): Buffer;
  /** Null for bytes of another form, and for bytes that `sealed` did not give. */
  opened(form: SealedForm, bytes: Buffer): number[] | null;
}

const ivBytes = 16;
const algorithm = 'aes-256-ctr';

/** Synthetic initialization vectors as in RFC 5297, with HMAC-SHA-256 in place of CMAC. */
export function createCursorSeal(hubSecret: Uint8Array): CursorSeal {
  const keyOf = (purpose: string): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', hubSecret, '', purpose, 32)));
  const macKey = keyOf('event-feed cursor tag');
  const encryptionKey = keyOf('event-feed cursor encryption');

  const tagOf = ({ mark, tagBytes }: SealedForm, plain: Buffer): Buffer =>
    createHmac('sha256', macKey).update(mark).update(plain).digest().subarray(0, tagBytes);

  return {
    sealed: (form, numbers) => {
      const plain = bytesOf(numbers);
      const tag = tagOf(form, plain);
      const cipher = createCipheriv(algorithm, encryptionKey, tag.subarray(0, ivBytes));
      return Buffer.concat([form.mark, tag, cipher.update(plain)]);
    },
    opened: (form, bytes) => {
      const tagAt = form.mark.length;
      const numbersAt = tagAt + form.tagBytes;
      if (bytes.length !== numbersAt + 8 * form.numbers) return null;
      if (!bytes.subarray(0, tagAt).equals(form.mark)) return null;
      const tag = bytes.subarray(tagAt, numbersAt);
      const decipher = createDecipheriv(algorithm, encryptionKey, tag.subarray(0, ivBytes));
      const plain = decipher.update(bytes.subarray(numbersAt));
      return timingSafeEqual(tag, tagOf(form, plain)) ? numbersIn(plain) : null;
    },
  };
}

function bytesOf(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeBigInt64BE(BigInt(number), 8 * index);
  return bytes;
}

export function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 8 }, (_, index) => Number(bytes.readBigInt64BE(8 * index)));
}
