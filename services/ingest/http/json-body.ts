import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isJsonObject } from '../../../shared/domain/json-object.ts';
import { isDeeperThan } from '../../../shared/http/json-depth.ts';
import { releaseBuffer } from '../../../shared/runtime/release-buffer.ts';
import type { RequestHead } from '../plugin-adapter.ts';
import { type BodyRefusal, malformed, tooLarge } from './answer.ts';

export interface JsonBody {
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** Bytes that are no UTF-8 were replaced by U+FFFD. */
  readonly isDamaged: boolean;
}

/** After decompression (plugin-protocols.md, rules for all). */
export const bodyBytesMax = 256 * 1024;
const depthMax = 32;

const decompress = promisify(gunzip);

/** Gzipped or not. The caller must not use the bytes afterwards. */
export async function readJsonBody(
  bytes: Buffer,
  { headers }: Pick<RequestHead, 'headers'>,
): Promise<JsonBody | BodyRefusal> {
  const plain = await decoded(bytes, headers['content-encoding']?.trim().toLowerCase() ?? '');
  try {
    return Buffer.isBuffer(plain) ? readObject(plain) : plain;
  } finally {
    if (Buffer.isBuffer(plain)) releaseBuffer(plain);
    releaseBuffer(bytes);
  }
}

function readObject(plain: Buffer): JsonBody | BodyRefusal {
  const bodyBytes = plain.length;
  if (isDeeperThan(depthMax, plain)) return { ...tooLarge, bodyBytes };
  const text = plain.toString('utf8');
  const json = parseObject(text);
  if (json === null) return { ...malformed('The body is not a JSON object.'), bodyBytes };
  return { text, json, isDamaged: !isUtf8(plain) };
}

async function decoded(bytes: Buffer, encoding: string): Promise<Buffer | BodyRefusal> {
  if (encoding === '' || encoding === 'identity') return bytes;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    return malformed('Only gzip is understood as a content encoding.', 415);
  }
  try {
    return await decompress(bytes, { maxOutputLength: bodyBytesMax, chunkSize: chunkSizeOf(bytes) });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') return { ...tooLarge, bodyBytes: bodyBytesMax };
    return malformed('The header Content-Encoding says gzip, but the body is not gzip.');
  }
}

/** One byte over the limit is enough to refuse a body. */
const [chunkBytesMin, chunkBytesMax] = [1_024, bodyBytesMax + 1];

/**
 * The decompressed size is in the last four bytes (RFC 1952, 2.3.1): one chunk is then enough.
 * Joined chunks take twice the memory.
 */
function chunkSizeOf(gzipped: Buffer): number {
  const claimedSize = gzipped.length < 4 ? 0 : gzipped.readUInt32LE(gzipped.length - 4);
  return Math.min(Math.max(claimedSize + 1, chunkBytesMin), chunkBytesMax);
}

function parseObject(text: string): JsonBody['json'] | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
