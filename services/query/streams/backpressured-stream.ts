import { Readable } from 'node:stream';

/** A client that takes no chunk for this long is disconnected, because its answer keeps memory. */
const stalledAfterDefaultMs = 30_000;
/** Chunks that wait between the database and a slow client. */
const waitingMax = 2;

/**
 * Takes a chunk only when there is room. Only a failure of `chunks` is an error of the stream.
 * @param onClose is called once at the end, also after a failure or when the client has gone
 */
export function backpressuredStream(
  chunks: AsyncIterable<string> | Iterable<Buffer>,
  onClose: () => void,
  stalledAfterMs: number = stalledAfterDefaultMs,
): Readable {
  // `objectMode` keeps strings as strings: Node frees the memory of buffers late.
  const stream = Readable.from(chunks, { objectMode: true, highWaterMark: waitingMax });
  let stalled: NodeJS.Timeout | undefined;
  // The pipe to the client pauses the stream while the socket is full.
  stream.on('pause', () => {
    clearTimeout(stalled);
    // A finished pipe pauses its source again after the source closed.
    if (stream.destroyed) return;
    stalled = setTimeout(() => stream.destroy(), stalledAfterMs);
  });
  stream.on('resume', () => clearTimeout(stalled));
  stream.once('close', () => {
    clearTimeout(stalled);
    onClose();
  });
  return stream;
}
