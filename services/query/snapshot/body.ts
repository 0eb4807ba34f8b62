import { setImmediate as nextTurn } from 'node:timers/promises';
import { pieceOf } from './crc-join.ts';
import { type Entry, jsonOf, partOfJson } from './entry.ts';
import { createGzipTrailer, deflateLastPart, deflatePart, gzipHeader } from './gzip-parts.ts';

export type Coding = 'identity' | 'gzip';

/** A body, ready to send, and its `Last-Modified`. */
export interface Body {
  /** In this order; they are shared with other bodies. */
  readonly chunks: readonly Buffer[];
  /** Of all chunks together, bytes. */
  readonly length: number;
  readonly lastModified: string;
}

export interface BodyMeta {
  /** Epoch ms. */
  readonly generatedAt: number;
  readonly lastModified: number;
}

/**
 * A snapshot of these entries, whose bytes it does not copy: in a guild at play hardly two polls get the same body, and to
 * copy 2 MB for each costs as much as to send them.
 */
export async function buildBody(entries: readonly Entry[], meta: BodyMeta, coding: Coding): Promise<Body> {
  const chunks = coding === 'gzip' ? await gzipChunks(entries, meta) : plainChunks(entries, meta);
  return {
    chunks,
    length: chunks.reduce((sum, chunk) => sum + chunk.length, 0),
    lastModified: new Date(meta.lastModified).toUTCString(),
  };
}

const opening = Buffer.from('{"data":[');
const openingPiece = pieceOf(opening);
const deflatedOpening = deflatePart(opening);

function closing(entries: readonly Entry[], { generatedAt, lastModified }: BodyMeta): Buffer {
  const meta = {
    generated_at: new Date(generatedAt).toISOString(),
    count: entries.length,
    last_modified: new Date(lastModified).toISOString(),
  };
  return Buffer.from(`],"meta":${JSON.stringify(meta)}}`);
}

function plainChunks(entries: readonly Entry[], meta: BodyMeta): Buffer[] {
  const chunks: Buffer[] = [opening];
  for (const { bytes } of entries) chunks.push(chunks.length === 1 ? jsonOf(bytes) : bytes);
  chunks.push(closing(entries, meta));
  return chunks;
}

/** Entries deflated in one turn of the event loop. */
const deflatedPerTurn = 100;

async function gzipChunks(entries: readonly Entry[], meta: BodyMeta): Promise<Buffer[]> {
  const trailer = createGzipTrailer();
  const chunks: Buffer[] = [gzipHeader, deflatedOpening];
  trailer.add(openingPiece);
  let sinceTurn = 0;
  for (const entry of entries) {
    if (!entry.isDeflated()) sinceTurn += 1;
    const { parts, piece } = entry.deflated();
    const isFirst = entry === entries[0];
    chunks.push(isFirst ? partOfJson(parts) : parts);
    trailer.add(isFirst ? pieceOf(jsonOf(entry.bytes)) : piece);
    if (sinceTurn < deflatedPerTurn) continue;
    sinceTurn = 0;
    await nextTurn();
  }
  const last = closing(entries, meta);
  trailer.add(pieceOf(last));
  chunks.push(deflateLastPart(last), trailer.bytes());
  return chunks;
}

/** Bytes copied in one turn of the event loop. 2 MB take 1 to 5 ms, since the memory of a new large body is untouched. */
const joinedPerTurn = 2 * 2 ** 20;

/**
 * The same body in one chunk, which costs less to send. It is joined over several turns of the event loop, because copying
 * the 32 MB of 5,000 accounts at once blocks it for 45 ms.
 */
export async function joinBody({ chunks, length, lastModified }: Body): Promise<Body> {
  const joined = Buffer.allocUnsafeSlow(length);
  let copied = 0;
  let sinceTurn = 0;
  for (const chunk of chunks) {
    copied += chunk.copy(joined, copied);
    sinceTurn += chunk.length;
    if (sinceTurn < joinedPerTurn) continue;
    sinceTurn = 0;
    await nextTurn();
  }
  return { chunks: [joined], length, lastModified };
}
