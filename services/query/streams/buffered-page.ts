import type { RouteAnswer } from '../http/answer.ts';
import { backpressuredStream } from './backpressured-stream.ts';
import type { StreamPermit } from './stream-limit.ts';

/**
 * Up to this many bytes a page is one buffer, whose head goes out with it in one write. A hundred
 * events as the plugin sends them are 80 KB. A key whose client reads nothing makes the process
 * hold 180 of these, the requests of the 90 s until it is cut.
 */
const wholeMax = 128 * 1024;
/**
 * Parts are sent together up to about this many bytes, because each write is at least one packet.
 */
const writtenMin = 64 * 1024;

/**
 * The answer of a page whose parts are in memory. A long page holds a slot from `takeSlot` until
 * its client has read it. It is cut off when the client reads nothing.
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
