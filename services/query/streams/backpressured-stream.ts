import { Readable } from 'node:stream';

/**
 * A client that reads nothing for this long is disconnected, because its answer holds memory and
 * one of the key's slots.
 */
const stalledAfterDefaultMs = 30_000;
/** Chunks that wait between the database and a slow client. */
const waitingMax = 2;

/**
 * Chunks of an answer as a stream that is as fast as its reader. It asks for a chunk only when
 * there is room. `onClose` is called once at the end: read completely, abandoned by the client,
 * failed, or cut off because the reader stalled. Only a failure of `chunks` is an error of the
 * stream.
 */
export function backpressuredStream(
  chunks: AsyncIterable<string> | Iterable<Buffer>,
  onClose: () => void,
  stalledAfterMs: number = stalledAfterDefaultMs,
): Readable {
  // Chunks that are built one by one are strings, because memory of buffers is freed late.
  const stream = Readable.from(chunks, { objectMode: true, highWaterMark: waitingMax });
  let stalled: NodeJS.Timeout | undefined;
  // The pipe to the client pauses the stream while the socket is full.
  stream.on('pause', () => {
    clearTimeout(stalled);
    stalled = setTimeout(() => stream.destroy(), stalledAfterMs);
  });
  stream.on('resume', () => clearTimeout(stalled));
  stream.once('close', () => {
    clearTimeout(stalled);
    onClose();
  });
  return stream;
}
