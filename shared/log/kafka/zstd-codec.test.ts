import { randomBytes } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zstdCodec } from './zstd-codec.ts';

const sizes = [0, 1, 255, 256, 257, 4_095, 4_096, 32_768, 32_769, 65_791, 65_792, 3 * 2 ** 20];

test.each(sizes)('%i bytes are the same after they were compressed, random or not', async (size) => {
  for (const buffer of [Buffer.alloc(size, '{"skill":"Fishing"}'), randomBytes(size)]) {
    const frame = await zstdCodec.compress({ buffer });
    expect(frame.readUInt32LE(0)).toBe(0xfd2fb528);
    expect((await zstdCodec.decompress(frame)).equals(buffer)).toBe(true);
  }
});

test('frames of other writers, which do not say their size, are read', async () => {
  const buffer = Buffer.alloc(100_000, '{"skill":"Fishing"}');
  expect((await zstdCodec.decompress(zstdCompressSync(buffer))).equals(buffer)).toBe(true);
});

test('a frame that is cut off, or none, is refused', async () => {
  const frame = await zstdCodec.compress({ buffer: randomBytes(70_000) });
  for (const bytes of [frame.subarray(0, 50_000), frame.subarray(0, 5), Buffer.from('no frame')]) {
    await expect(zstdCodec.decompress(bytes)).rejects.toThrow();
  }
});
