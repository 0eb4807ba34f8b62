import { setImmediate as nextTurn } from 'node:timers/promises';
import { joinBytes } from '../http/own-buffer.ts';
import { pieceOf } from './crc-join.ts';
import { type Deflated, deflatedFirst, jsonOf } from './entry.ts';
import type { EntryGroup } from './entry-groups.ts';
import { createGzipTrailer, deflatePart, gzipHeader, lastPart } from './gzip-parts.ts';

export type Coding = 'identity' | 'gzip';

/** A body, ready to send, and its `Last-Modified`. */
export interface Body {
  /** In this order. Several are shared with other bodies; a single one is this body's own. */
  readonly chunks: readonly Buffer[];
  /** Bytes of all chunks together. */
  readonly length: number;
  readonly lastModified: string;
}

export interface BodyMeta {
  /** Epoch ms. */
  readonly generatedAt: number;
  readonly lastModified: number;
}

/**
 * A snapshot of these entries. It takes its bytes from the groups, since in a guild at play hardly two polls get the same
 * body, and to copy 2 MB for each costs as much as to send them.
 */
export async function buildBody(
  groups: readonly EntryGroup[],
  meta: BodyMeta,
  coding: Coding,
): Promise<Body> {
  const chunks = coding === 'gzip' ? await gzipChunks(groups, meta) : plainChunks(groups, meta);
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return {
    chunks: length <= smallMax ? [joinBytes(chunks)] : chunks,
    length,
    lastModified: new Date(meta.lastModified).toUTCString(),
  };
}

/** Bytes of a body that is joined, as of a few accounts that changed: a write of one buffer costs less than one of ten. */
const smallMax = 64 * 1024;

const opening = Buffer.from('{"data":[');
const deflatedOpening: Deflated = { parts: deflatePart(opening), piece: pieceOf(opening) };

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
  await deflateMissing(groups);
  const [first, ...others] = groups;
  const deflated = [deflatedOpening, ...firstDeflated(first), ...others.map((group) => group.deflated())];
  const trailer = createGzipTrailer();
  for (const { piece } of deflated) trailer.add(piece);
  const last = closing(groups, meta);
  trailer.add(pieceOf(last));
  return [gzipHeader, ...deflated.map(({ parts }) => parts), lastPart(last), trailer.bytes()];
}

/** The first group entry by entry, since the first of all goes without its comma. */
function firstDeflated(group: EntryGroup | undefined): Deflated[] {
  if (group === undefined) return [];
  return group.entries.map((entry, place) =>
    place === 0 ? deflatedFirst(entry) : group.deflatedEntry(place),
  );
}

/** What is deflated in one turn of the event loop: some 100 entries. */
const [entriesPerTurn, groupsPerTurn] = [100, 12];
/** Groups that are deflated in other threads at a time, 64 KB each. */
const groupsApartMax = 16;

/**
 * Most of a body is there from the one before. After a start nothing is: then whole groups go to other threads, since 5,000
 * entries would keep the event loop busy for 0.4 s. Of the first group only the entries are needed, because the first of them
 * goes without its comma.
 */
async function deflateMissing([first, ...others]: readonly EntryGroup[]): Promise<void> {
  const apart = others.filter((group) => group.isNew());
  for (let from = 0; from < apart.length; from += groupsApartMax) {
    await Promise.all(apart.slice(from, from + groupsApartMax).map((group) => group.deflateWhole()));
  }
  await inTurns(first?.entries ?? [], entriesPerTurn, (_, place) => first?.deflatedEntry(place));
  await inTurns(
    others.filter((group) => !group.isDeflated()),
    groupsPerTurn,
    (group) => group.deflated(),
  );
}

async function inTurns<One>(
  all: readonly One[],
  perTurn: number,
  work: (one: One, place: number) => void,
): Promise<void> {
  for (const [place, one] of all.entries()) {
    work(one, place);
    if (place % perTurn === perTurn - 1) await nextTurn();
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
