import type { RouteAnswer } from '../http/answer.ts';
import { backpressuredStream } from './backpressured-stream.ts';

/** A page of up to this size is sent as a whole. A hundred events have about 80 KB. */
const wholeBytesMax = 128 * 1024;
/** Small parts are joined, because each write is at least one packet. */
const writtenBytesMin = 64 * 1024;

/**
 * Streams a long page. Its memory is reserved until the last chunk is passed on, or the client is
 * disconnected.
 * @throws errors of `reserve`
 */
export function pageAnswer(parts: readonly Buffer[], reserve: (bytes: number) => () => void): RouteAnswer {
  let length = 0;
  for (const part of parts) length += part.length;
  if (length <= wholeBytesMax) return { status: 200, body: { bytes: Buffer.concat(parts, length) } };
  const release = reserve(length);
  return { status: 200, body: { stream: backpressuredStream(writtenTogether(parts), release) } };
}

const comma = Buffer.from(',');

/** The elements of a JSON array, without its brackets. */
export function commaSeparated(texts: readonly Buffer[]): Buffer[] {
  return texts.flatMap((text, index) => (index === 0 ? [text] : [comma, text]));
}

function* writtenTogether(parts: readonly Buffer[]): Generator<Buffer> {
  let first = 0;
  let length = 0;
  for (const [index, part] of parts.entries()) {
    length += part.length;
    if (length < writtenBytesMin && index < parts.length - 1) continue;
    yield Buffer.concat(parts.slice(first, index + 1), length);
    [first, length] = [index + 1, 0];
  }
}
