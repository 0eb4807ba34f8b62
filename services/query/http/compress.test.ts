import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressStream } from './compress.ts';

const piece = 'Quillon Fen '.repeat(1_000);

interface Endless {
  /** The number of the read at which the stream fails, from 1. */
  readonly failing?: number;
  readonly piece?: () => string | Buffer;
}

function endless({ failing, piece: next = () => piece }: Endless = {}) {
  let read = 0;
  const stream = new Readable({
    highWaterMark: 1,
    read() {
      read += 1;
      if (read === failing) this.destroy(new Error('the database went away'));
      else this.push(next());
    },
  });
  return { stream, readSoFar: () => read };
}

test('the compressed stream unpacks to the same text', async () => {
  const packed = compressStream(Readable.from([piece, piece]));
  expect(gunzipSync(Buffer.concat(await packed.toArray())).toString()).toBe(piece + piece);
});

test('a failure of the source stream makes the compressed stream fail', async () => {
  const packed = compressStream(endless({ failing: 50 }).stream);
  await expect(packed.resume().toArray()).rejects.toThrow('the database went away');
});

test('the source stream ends without a failure when the reader leaves', async () => {
  const { stream } = endless();
  const failures: unknown[] = [];
  stream.on('error', (failure) => failures.push(failure));
  const packed = compressStream(stream);
  await once(packed, 'readable');
  packed.destroy();
  await once(stream, 'close');
  expect(failures).toEqual([]);
});

test('the compressed stream closes early when the source stream is destroyed', async () => {
  const { stream } = endless();
  const packed = compressStream(stream);
  await once(packed, 'readable');
  stream.destroy();
  await once(packed, 'close');
  expect(packed.readableEnded).toBe(false);
});

test('stops reading the source while nobody reads the compressed stream', async () => {
  const { stream, readSoFar } = endless({ piece: () => randomBytes(16_384) });
  const packed = compressStream(stream);
  let asked = 0;
  await expect
    .poll(() => {
      const before = asked;
      asked = readSoFar();
      return asked > 0 && asked === before;
    })
    .toBe(true);
  expect(asked).toBeLessThan(20);
  packed.destroy();
});
