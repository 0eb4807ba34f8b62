import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Body, buildBody } from './body.ts';
import { createEntry } from './entry.ts';
import { createEntryGroups } from './entry-groups.ts';

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
  const groups = createEntryGroups();
  const plain = bytesOf(await buildBody(groups.of(made), meta, 'identity'));
  const zipped = bytesOf(await buildBody(groups.of(made), meta, 'gzip'));
  expect(gunzipSync(zipped).equals(plain)).toBe(true);
  const { data, meta: told } = JSON.parse(plain.toString());
  expect(data.map((entry: { id: string }) => entry.id)).toEqual(made.map((_, index) => `${index}`));
  expect(told).toEqual({
    generated_at: '2027-01-15T08:00:00.500Z',
    count,
    last_modified: '2027-01-15T08:00:00.000Z',
  });
});

test.each(['identity', 'gzip'] as const)('a body of joined groups has the same bytes: %s', async (coding) => {
  const made = entries(400, 3_000);
  const groups = createEntryGroups();
  const first = await buildBody(groups.of(made), meta, coding);
  const second = await buildBody(groups.of(made), meta, coding);
  expect(second.chunks.length).toBeLessThan(first.chunks.length / 3);
  expect(bytesOf(second).equals(bytesOf(first))).toBe(true);
});
