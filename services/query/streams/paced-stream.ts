import { Readable } from 'node:stream';

/** A client that takes nothing for this long is cut off: what waits for it holds memory and a place. */
const stalledAfterDefaultMs = 30_000;
/** Bytes that wait between the database and a slow client. */
const bufferedMax = 256 * 1024;

/**
 * Chunks of text as a stream that goes as fast as its reader, and asks for no chunk before there is room for it.
 * `onClose` is called once, however it ends: read, abandoned by the client, failed, or cut off because the reader stalled.
 */
export function pacedStream(
  chunks: AsyncIterable<string>,
  onClose: () => void,
  stalledAfterMs: number = stalledAfterDefaultMs,
): Readable {
  const stream = Readable.from(chunks, { objectMode: false, highWaterMark: bufferedMax });
  let stalled: NodeJS.Timeout | undefined;
  // Whoever pipes it pauses it while the socket is full.
  stream.on('pause', () => {
    clearTimeout(stalled);
    stalled = setTimeout(() => stream.destroy(new Error('the client stopped reading')), stalledAfterMs);
  });
  stream.on('resume', () => clearTimeout(stalled));
  stream.once('close', () => {
    clearTimeout(stalled);
    onClose();
  });
  return stream;
}
