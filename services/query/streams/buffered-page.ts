import type { RouteAnswer } from '../http/answer.ts';
import { backpressuredStream } from './backpressured-stream.ts';
import type { StreamPermit } from './stream-limit.ts';

/**
 * A page up to this size is one buffer, which Node writes together with its headers. A hundred
 * events have about 80 KB. After 90 s the server disconnects a client that reads nothing. Until
 * then the client may hold 180 such pages, with the 120 requests a minute of a user key.
 */
const wholeMax = 128 * 1024;
/** Small parts are joined to about this many bytes, because each write is at least one packet. */
const writtenMin = 64 * 1024;

/**
 * The answer of a page whose parts are in memory. A long page holds a place from `takeSlot` until
 * the client has read the page or is disconnected.
 * @throws errors of `takeSlot`
 */
export function pageAnswer(parts: readonly Buffer[], takeSlot: (bytes: number) => StreamPermit): RouteAnswer {
  let length = 0;
  for (const part of parts) length += part.length;
  if (length <= wholeMax) return { status: 200, body: { bytes: Buffer.concat(parts, length) } };
  const slot = takeSlot(length);
  return { status: 200, body: { stream: backpressuredStream(writtenTogether(parts), slot.release) } };
}

function* writtenTogether(parts: readonly Buffer[]): Generator<Buffer> {
  let first = 0;
  let length = 0;
  for (const [index, part] of parts.entries()) {
    length += part.length;
    if (length < writtenMin && index < parts.length - 1) continue;
    yield Buffer.concat(parts.slice(first, index + 1), length);
    [first, length] = [index + 1, 0];
  }
}
