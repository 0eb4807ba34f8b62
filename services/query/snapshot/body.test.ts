import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heapInUse } from '../../../test/support/heap.ts';
import { type Body, buildBody } from './body.ts';
import { createEntry, type Entry } from './entry.ts';

const meta = { generatedAt: 1_800_000_000_500, lastModified: 1_800_000_000_000 };

function entriesOf(count: number, bytes: number): Entry[] {
  return Array.from({ length: count }, (_, index) => {
    const json = JSON.stringify({ id: `${index}`, text: `ü${index % 7}`.repeat(bytes / 3) });
    return createEntry(`${index}`, json);
  });
}

function bytesOf({ chunks, byteLength }: Body): Buffer {
  const bytes = Buffer.concat(chunks);
  expect(bytes.length).toBe(byteLength);
  return bytes;
}

test.each([0, 1, 2, 400])('gzip holds the bytes of the plain body: %i accounts', async (count) => {
  const entries = entriesOf(count, 3_000);
  const plain = bytesOf(await buildBody(entries, meta, 'identity'));
  const zipped = bytesOf(await buildBody(entries, meta, 'gzip'));
  expect(gunzipSync(zipped).equals(plain)).toBe(true);
  const body = JSON.parse(plain.toString());
  expect(body.data.map((entry: { id: string }) => entry.id)).toEqual(entries.map((_, index) => `${index}`));
  expect(body.meta).toEqual({
    generated_at: '2027-01-15T08:00:00.500Z',
    count,
    last_modified: '2027-01-15T08:00:00.000Z',
  });
});

test('gzip holds the bytes of the plain body for any list, in any order, again and again', async () => {
  const all = entriesOf(30, 300);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(all.length - 1)), async (places) => {
      const entries = places.map((place) => all[place] as Entry);
      const plain = bytesOf(await buildBody(entries, meta, 'identity'));
      expect(gunzipSync(bytesOf(await buildBody(entries, meta, 'gzip'))).equals(plain)).toBe(true);
    }),
    { numRuns: 50, seed: 1 },
  );
});

test('a small body is one chunk', async () => {
  const few = entriesOf(5, 3_000);
  for (const coding of ['identity', 'gzip'] as const) {
    expect((await buildBody(few, meta, coding)).chunks).toHaveLength(1);
  }
});

test('bodies of many views share the bytes of their entries', async () => {
  // Random text, so that the gzip bodies are large too.
  const all = Array.from({ length: 200 }, (_, id) =>
    createEntry(`${id}`, JSON.stringify({ id, text: randomBytes(3_000).toString('base64') })),
  );
  for (const coding of ['identity', 'gzip'] as const) await buildBody(all, meta, coding);
  const before = buffersInUse();
  const bodies = await Promise.all(
    Array.from({ length: 100 }, (_, left) =>
      buildBody(all.toSpliced(left, 1), meta, left % 2 === 0 ? 'identity' : 'gzip'),
    ),
  );
  expect(buffersInUse() - before).toBeLessThan(2 * 2 ** 20);
  expect(bodies.every(({ chunks }) => chunks.length > 100)).toBe(true);
});

test('other work runs while many entries are deflated', async () => {
  const entries = entriesOf(2_000, 6_000);
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  await buildBody(entries, meta, 'gzip');
  clearImmediate(next);
  expect(turns).toBeGreaterThan(4);
});

function buffersInUse(): number {
  heapInUse();
  return process.memoryUsage().arrayBuffers;
}
