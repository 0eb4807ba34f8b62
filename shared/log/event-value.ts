import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { NewEvent } from '../events/event.ts';
import type { StreamName } from '../events/streams.ts';

/** What a record's value says before it is sealed. */
export interface EventValue {
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
}

/**
 * Level 1 with small tables: a report of 6.7 kB becomes 1.6 kB with the usual ones too, but their setup doubled the
 * cost of a call between other work, 50 us of CPU against 26 us.
 */
const compression = {
  chunkSize: 4096,
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_windowLog]: 14,
    [constants.ZSTD_c_hashLog]: 12,
  },
};
/** A body of 256 KiB whose every byte is escaped in JSON; what unfolds to more was not written by the hub. */
const plainBytesMax = 4 * 1024 * 1024;

/** JSON of type, version and data; compressed on `hub.raw`, since sealed bytes do not compress any more. */
export function encodeEventValue({ stream, type, version, data }: NewEvent): Buffer {
  const json = Buffer.from(JSON.stringify({ type, v: version, data }));
  return isCompressed(stream) ? zstdCompressSync(json, compression) : json;
}

/** @throws when it is no value of an event */
export function decodeEventValue(stream: StreamName, bytes: Buffer): EventValue {
  const json = isCompressed(stream) ? zstdDecompressSync(bytes, { maxOutputLength: plainBytesMax }) : bytes;
  const value = parseJson(json.toString('utf8'));
  if (!isStored(value)) throw new Error('the value is no event: type, v and data are needed');
  return { type: value.type, version: value.v, data: value.data };
}

/** The parser's own message quotes the text, which may hold a name. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the value is not JSON');
  }
}

function isCompressed(stream: StreamName): boolean {
  return stream === 'hub.raw';
}

function isStored(value: unknown): value is { type: string; v: number; data: unknown } {
  if (typeof value !== 'object' || value === null) return false;
  const { type, v } = value as { type?: unknown; v?: unknown };
  return typeof type === 'string' && Number.isInteger(v) && 'data' in value;
}
