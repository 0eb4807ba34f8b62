import { Readable } from 'node:stream';

/**
 * A client that takes no chunk for this long is disconnected. Its answer keeps memory that other
 * large answers of its key need.
 */
const stalledAfterDefaultMs = 30_000;
/** Chunks that wait between the database and a slow client. */
const waitingMax = 2;

/**
 * The chunks of an answer as a stream that is as fast as its client. The stream takes a chunk only
 * when it has room. Only a failure of `chunks` is an error of the stream.
 * @param onClose is called once at the end: after the whole answer, a failure, a client that has
 * gone, or a client that reads nothing
 */
export function backpressuredStream(
  chunks: AsyncIterable<string> | Iterable<Buffer>,
  onClose: () => void,
  stalledAfterMs: number = stalledAfterDefaultMs,
): Readable {
  // `textAnswer` gives strings, because Node frees the memory of buffers late.
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
