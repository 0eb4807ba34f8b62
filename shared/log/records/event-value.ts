import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { NewEvent } from '../../events/event.ts';
import type { StreamName } from '../../events/streams.ts';
import { smallZstdOptions } from '../../runtime/compression-options.ts';
import { releaseBuffer } from '../../runtime/release-buffer.ts';

export interface EventValue {
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
}

/** The hub never writes a larger value. */
const plainBytesMax = 4 * 1024 * 1024;

/**
 * Streams with large values compress a value before it is sealed, because sealed bytes do not
 * compress.
 */
export function encodeEventValue({ stream, type, version, data }: NewEvent): Buffer {
  const json = Buffer.from(JSON.stringify({ type, v: version, data }));
  if (!isCompressed(stream)) return json;
  const compressed = zstdCompressSync(json, smallZstdOptions);
  releaseBuffer(json);
  return compressed;
}

/** @throws when the bytes are not the value of an event */
export function decodeEventValue(stream: StreamName, bytes: Buffer): EventValue {
  const json = isCompressed(stream) ? zstdDecompressSync(bytes, { maxOutputLength: plainBytesMax }) : bytes;
  const value = parseJson(json.toString('utf8'));
  if (!isStored(value)) throw new Error('the value is no event: type, v and data are needed');
  return { type: value.type, version: value.v, data: value.data };
}

/** The parser's own message quotes the text and so may contain a name. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the value is not JSON');
  }
}

function isCompressed(stream: StreamName): boolean {
  return stream === 'hub.raw' || stream === 'hub.holdings';
}

function isStored(value: unknown): value is { type: string; v: number; data: unknown } {
  if (typeof value !== 'object' || value === null) return false;
  const { type, v } = value as { type?: unknown; v?: unknown };
  return typeof type === 'string' && Number.isInteger(v) && 'data' in value;
}
