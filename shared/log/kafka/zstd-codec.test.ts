import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { expect, test } from 'vitest';
import { zstdCodec } from './zstd-codec.ts';

const sizes = [0, 1, 255, 256, 257, 4_095, 4_096, 32_768, 32_769, 65_791, 65_792, 3 * 2 ** 20];

test.each(sizes)('%i bytes are the same after compression, random or not', async (size) => {
  for (const buffer of [Buffer.alloc(size, '{"skill":"Fishing"}'), randomBytes(size)]) {
    const frame = await zstdCodec.compress({ buffer });
    expect(frame.readUInt32LE(0)).toBe(0xfd2fb528);
    expect((await zstdCodec.decompress(frame)).equals(buffer)).toBe(true);
  }
});

test('frames without their size, as earlier releases of the hub wrote them, can be read', async () => {
  const buffer = Buffer.alloc(100_000, '{"skill":"Fishing"}');
  const frame = await promisify(zstdCompress)(buffer);
  // The frame has no size. It also lacks the mark of a single segment, because a single segment has
  // a size.
  expect(frame.readUInt8(4) & 0b1110_0000).toBe(0);
  expect((await zstdCodec.decompress(frame)).equals(buffer)).toBe(true);
});

test.each([3_000, 70_000])('a frame of %i bytes that was cut off is refused', async (size) => {
  const frame = await zstdCodec.compress({ buffer: randomBytes(size) });
  for (const bytes of [frame.subarray(0, size / 2), frame.subarray(0, 5), frame.subarray(0, 0)]) {
    await expect(zstdCodec.decompress(bytes)).rejects.toThrow(
      expect.objectContaining({ code: 'Z_BUF_ERROR' }),
    );
  }
});

test('bytes that are not a frame, and a frame that claims too large a size, are refused', async () => {
  await expect(zstdCodec.decompress(Buffer.from('this is no frame of zstd'))).rejects.toThrow();
  const frame = await zstdCodec.compress({ buffer: randomBytes(3_000) });
  // The two bytes after the descriptor hold the size of the content, minus 256.
  frame.writeUInt16LE(0xffff, 5);
  await expect(zstdCodec.decompress(frame)).rejects.toThrow();
});
