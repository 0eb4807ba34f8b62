import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomFillSync,
} from 'node:crypto';
import { releaseBuffer } from '../../runtime/release-buffer.ts';

/** `key` is a KeyObject, because raw bytes are slower at each use. */
export interface DataKey {
  readonly id: string;
  readonly subject: string;
  readonly key: KeyObject;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** The first byte of each sealed value. */
const format = 1;

export function createDataKey(subject: string): DataKey {
  return { id: randomBytes(12).toString('base64url'), subject, key: createSecretKey(randomBytes(keyBytes)) };
}

/** Derived, because account ids and cursors also use the hub secret. */
export function wrappingKey(hubSecret: Buffer): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', hubSecret, '', 'hub data keys', keyBytes)));
}

export function wrapDataKey(wrapping: KeyObject, { id, subject, key }: DataKey): Buffer {
  return seal(wrapping, wrapContext(subject, id), key.export());
}

/** @throws when the data key was wrapped with another secret, or for another subject or id */
export function unwrapDataKey(wrapping: KeyObject, subject: string, id: string, wrapped: Buffer): DataKey {
  return { id, subject, key: createSecretKey(open(wrapping, wrapContext(subject, id), wrapped)) };
}

/** In another record, the sealed value cannot be opened. */
export interface SealedRecord {
  readonly stream: string;
  readonly recordId: string;
}

export function sealValue(dataKey: DataKey, record: SealedRecord, value: Buffer): Buffer {
  return seal(dataKey.key, valueContext(record, dataKey.id), value);
}

/** @throws when the value was changed, or belongs to another record or key */
export function openValue(dataKey: DataKey, record: SealedRecord, sealed: Buffer): Buffer {
  return open(dataKey.key, valueContext(record, dataKey.id), sealed);
}

function wrapContext(subject: string, id: string): Buffer {
  return Buffer.from(`data-key ${subject} ${id}`);
}

function valueContext({ stream, recordId }: SealedRecord, keyId: string): Buffer {
  return Buffer.from(`value ${stream} ${recordId} ${keyId}`);
}

/** Format byte, nonce, tag, ciphertext. One key seals far fewer values than random nonces allow. */
function seal(key: KeyObject, context: Buffer, plain: Buffer): Buffer {
  const nonce = nextNonce();
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(context);
  const sealed = cipher.update(plain);
  cipher.final();
  const whole = Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), sealed]);
  releaseBuffer(sealed);
  return whole;
}

// One draw costs the same for any number of bytes.
const nonces = Buffer.alloc(256 * nonceBytes);
let usedNonces = nonces.length;

/** The next call may overwrite the returned bytes. */
function nextNonce(): Buffer {
  if (usedNonces === nonces.length) {
    randomFillSync(nonces);
    usedNonces = 0;
  }
  usedNonces += nonceBytes;
  return nonces.subarray(usedNonces - nonceBytes, usedNonces);
}

function open(key: KeyObject, context: Buffer, sealed: Buffer): Buffer {
  const body = 1 + nonceBytes + tagBytes;
  if (sealed[0] !== format || sealed.length < body) throw new Error('not a sealed value of a known format');
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(1, 1 + nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(context);
  decipher.setAuthTag(sealed.subarray(1 + nonceBytes, body));
  const plain = decipher.update(sealed.subarray(body));
  decipher.final();
  return plain;
}
