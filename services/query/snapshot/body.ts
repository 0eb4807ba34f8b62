import { setImmediate as nextTurn } from 'node:timers/promises';
import { pieceOf } from './crc-join.ts';
import { type DeflatedEntry, deflatedFirst, jsonOf } from './entry.ts';
import type { EntryGroup } from './entry-groups.ts';
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
export async function buildBody(
  groups: readonly EntryGroup[],
  meta: BodyMeta,
  coding: Coding,
): Promise<Body> {
  const chunks = coding === 'gzip' ? await gzipChunks(groups, meta) : plainChunks(groups, meta);
  return {
    chunks,
    length: chunks.reduce((sum, chunk) => sum + chunk.length, 0),
    lastModified: new Date(meta.lastModified).toUTCString(),
  };
}

const opening = Buffer.from('{"data":[');
const deflatedOpening: DeflatedEntry = { parts: deflatePart(opening), piece: pieceOf(opening) };

/** Bytes that may be joined for one body, in one turn of the event loop: 2 MB in small buffers take 0.5 ms. */
const joinedMax = 2 * 2 ** 20;

/** The first group is sent entry by entry, since the first entry goes without its comma. */
function plainChunks(groups: readonly EntryGroup[], meta: BodyMeta): Buffer[] {
  const [first, ...others] = groups;
  const allowance = { bytes: joinedMax };
  return [
    opening,
    ...(first?.entries ?? []).map(({ bytes }, place) => (place === 0 ? jsonOf(bytes) : bytes)),
    ...others.flatMap((group) => group.chunks(allowance)),
    closing(groups, meta),
  ];
}

async function gzipChunks(groups: readonly EntryGroup[], meta: BodyMeta): Promise<Buffer[]> {
  await deflateInTurns(groups);
  const [first, ...others] = groups;
  const allowance = { bytes: joinedMax };
  const deflated = [
    deflatedOpening,
    ...(first?.entries ?? []).map((entry, place) => (place === 0 ? deflatedFirst(entry) : entry.deflated())),
    ...others.flatMap((group) => group.deflated(allowance)),
  ];
  const trailer = createGzipTrailer();
  for (const { piece } of deflated) trailer.add(piece);
  const last = closing(groups, meta);
  trailer.add(pieceOf(last));
  return [gzipHeader, ...deflated.map(({ parts }) => parts), deflateLastPart(last), trailer.bytes()];
}

/** Entries deflated in one turn of the event loop. */
const deflatedPerTurn = 100;

async function deflateInTurns(groups: readonly EntryGroup[]): Promise<void> {
  let sinceTurn = 0;
  for (const entry of groups.flatMap(({ entries }) => entries)) {
    if (entry.isDeflated()) continue;
    entry.deflated();
    sinceTurn += 1;
    if (sinceTurn % deflatedPerTurn === 0) await nextTurn();
  }
}

function closing(groups: readonly EntryGroup[], { generatedAt, lastModified }: BodyMeta): Buffer {
  const meta = {
    generated_at: new Date(generatedAt).toISOString(),
    count: groups.reduce((sum, { entries }) => sum + entries.length, 0),
    last_modified: new Date(lastModified).toISOString(),
  };
  return Buffer.from(`],"meta":${JSON.stringify(meta)}}`);
}
