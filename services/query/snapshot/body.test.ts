import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Body, buildBody, joinBody } from './body.ts';
import { createEntry } from './entry.ts';

const meta = { generatedAt: 1_800_000_000_500, lastModified: 1_800_000_000_000 };

function entries(count: number, bytes: number) {
  return Array.from({ length: count }, (_, index) =>
    createEntry(`${index}`, JSON.stringify({ id: `${index}`, text: `ü${index % 7}`.repeat(bytes / 3) })),
  );
}

function bytesOf({ chunks, length }: Body): Buffer {
  const bytes = Buffer.concat(chunks);
  expect(bytes.length).toBe(length);
  return bytes;
}

test.each([0, 1, 2, 400])('gzip holds the bytes of the plain body: %i accounts', async (count) => {
  const made = entries(count, 3_000);
  const plain = bytesOf(await buildBody(made, meta, 'identity'));
  const zipped = bytesOf(await buildBody(made, meta, 'gzip'));
  expect(gunzipSync(zipped).equals(plain)).toBe(true);
  const { data, meta: told } = JSON.parse(plain.toString());
  expect(data.map((entry: { id: string }) => entry.id)).toEqual(made.map((_, index) => `${index}`));
  expect(told).toEqual({
    generated_at: '2027-01-15T08:00:00.500Z',
    count,
    last_modified: '2027-01-15T08:00:00.000Z',
  });
});

test('lets other work run while it joins a large body', async () => {
  const made = entries(4_000, 6_000);
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 0);
  const body = await buildBody(made, meta, 'identity');
  const { chunks } = await joinBody(body);
  clearInterval(counting);
  expect(chunks).toHaveLength(1);
  expect(chunks[0]?.length).toBe(body.length);
  expect(body.length).toBeGreaterThan(24_000_000);
  expect(turns).toBeGreaterThan(2);
});
