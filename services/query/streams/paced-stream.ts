import { Readable } from 'node:stream';

/** A client that takes nothing for this long is cut off: what waits for it holds memory and a place. */
const stalledAfterDefaultMs = 30_000;
/** Chunks that wait between the database and a slow client. */
const waitingMax = 2;

/**
 * Chunks of text as a stream that goes as fast as its reader, and asks for no chunk before there is room for it.
 * `onClose` is called once, however it ends: read, abandoned by the client, failed, or cut off because the reader stalled.
 * Only a failure of `chunks` is an error of the stream.
 */
export function pacedStream(
  chunks: AsyncIterable<string>,
  onClose: () => void,
  stalledAfterMs: number = stalledAfterDefaultMs,
): Readable {
  // As text, not bytes: a copy outside V8's heap of all that goes by is collected late.
  const stream = Readable.from(chunks, { objectMode: true, highWaterMark: waitingMax });
  let stalled: NodeJS.Timeout | undefined;
  // Whoever pipes it pauses it while the socket is full.
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
