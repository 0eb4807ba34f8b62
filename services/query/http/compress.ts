import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip, type ZlibOptions } from 'node:zlib';
import { smallDeflateOptions } from '../../../shared/runtime/compression-options.ts';

const gzipInThread = promisify<Buffer, ZlibOptions, Buffer>(gzip);

/** Compresses in a thread of Node's pool. */
export function compressBytes(bytes: Buffer): Promise<Buffer> {
  return gzipInThread(bytes, smallDeflateOptions);
}

/**
 * When either stream is destroyed, the other is too. Not `pipeline`, because it reports each client
 * that goes away as a failure of the source.
 */
export function compressStream(stream: Readable): Readable {
  const packed = createGzip(smallDeflateOptions);
  stream.once('error', (failure) => packed.destroy(failure));
  stream.once('close', () => {
    if (!stream.readableEnded) packed.destroy();
  });
  packed.once('close', () => stream.destroy());
  return stream.pipe(packed);
}
