import { setImmediate as nextTurn } from 'node:timers/promises';
import { concatBuffers } from '../../../shared/runtime/unpooled-buffer.ts';
import { deflatePart, gzipHeader, gzipTrailer, storedLastPart } from './deflate-parts.ts';
import { deflatedWithoutComma, type Entry, withoutComma } from './entry.ts';

export type Coding = 'identity' | 'gzip';

export interface Body {
  /** Other bodies share these chunks. A single chunk belongs to this body alone. */
  readonly chunks: readonly Buffer[];
  readonly byteLength: number;
  readonly lastModified: string;
}

export interface BodyMeta {
  /** Epoch ms. */
  readonly generatedAt: number;
  readonly lastModified: number;
}

/** The body refers to the bytes of the entries. Copies would cost as much as sending. */
export async function buildBody(entries: readonly Entry[], meta: BodyMeta, coding: Coding): Promise<Body> {
  const plain = plainChunks(entries, meta);
  const chunks = coding === 'gzip' ? await gzipChunks(entries, plain) : plain;
  const byteLength = bytesOf(chunks);
  return {
    chunks: byteLength <= joinedBytesMax ? [concatBuffers(chunks)] : chunks,
    byteLength,
    lastModified: new Date(meta.lastModified).toUTCString(),
  };
}

/** Up to this size, a write of one joined buffer costs less than a write of many. */
const joinedBytesMax = 64 * 1024;
const opening = Buffer.from('{"data":[');
const deflatedOpening = deflatePart(opening);

function plainChunks(entries: readonly Entry[], meta: BodyMeta): Buffer[] {
  const list = entries.map(({ bytes }, place) => (place === 0 ? withoutComma(bytes) : bytes));
  return [opening, ...list, closing(entries.length, meta)];
}

/** @param plain the chunks of the same body, uncompressed */
async function gzipChunks(entries: readonly Entry[], plain: readonly Buffer[]): Promise<Buffer[]> {
  await deflateMissing(entries);
  const list = entries.map((entry, place) => (place === 0 ? deflatedWithoutComma(entry) : entry.deflated()));
  const last = storedLastPart(plain.at(-1) as Buffer);
  return [gzipHeader, deflatedOpening, ...list, last, gzipTrailer(plain)];
}

/** A turn of the event loop then takes a few milliseconds. */
const deflatedPerTurn = 100;

/** After a start all entries are missing, so other requests get turns in between. */
async function deflateMissing(entries: readonly Entry[]): Promise<void> {
  const missing = entries.filter((entry) => !entry.isDeflated());
  for (const [place, entry] of missing.entries()) {
    entry.deflated();
    if (place % deflatedPerTurn === deflatedPerTurn - 1) await nextTurn();
  }
}

function closing(count: number, { generatedAt, lastModified }: BodyMeta): Buffer {
  const meta = {
    generated_at: new Date(generatedAt).toISOString(),
    count,
    last_modified: new Date(lastModified).toISOString(),
  };
  return Buffer.from(`],"meta":${JSON.stringify(meta)}}`);
}

function bytesOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}
