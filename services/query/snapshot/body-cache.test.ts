import { expect, test } from 'vitest';
import type { BodyMeta } from './body.ts';
import { createBodyCache } from './body-cache.ts';

const whole = { content: 'all', coding: 'gzip' } as const;

/** The cache counts each of the `chunks` as 8 bytes. */
function counting(chunks: number) {
  let builds = 0;
  const meta = () => ({ generatedAt: builds, lastModified: builds });
  const build = async ({ lastModified }: BodyMeta) => {
    builds += 1;
    return {
      chunks: Array.from({ length: chunks }, () => Buffer.alloc(1)),
      byteLength: chunks,
      lastModified: `${lastModified}`,
    };
  };
  return { meta, build, builds: () => builds };
}

test('builds a body once for concurrent requests, and again when the version changes', async () => {
  const cache = createBodyCache(1_000);
  const body = counting(10);
  await Promise.all([cache.get('view', '1', whole, body), cache.get('view', '1', whole, body)]);
  await cache.get('view', '1', whole, body);
  expect(body.builds()).toBe(1);
  await cache.get('view', '2', whole, body);
  await cache.get('view', '1', whole, body);
  expect(body.builds()).toBe(3);
});

test('drops the least recently used views when all bodies together exceed the budget', async () => {
  const cache = createBodyCache(1_000);
  const [a, b, c] = [counting(50), counting(50), counting(50)];
  await cache.get('a', '1', whole, a);
  await cache.get('b', '1', whole, b);
  await cache.get('a', '1', whole, a);
  await cache.get('c', '1', whole, c);
  await cache.get('a', '1', whole, a);
  await cache.get('b', '1', whole, b);
  expect([a, b, c].map((body) => body.builds())).toEqual([1, 2, 1]);
});

test('a body of one chunk counts with its number of bytes', async () => {
  const cache = createBodyCache(1_000);
  const [a, b] = [counting(1), counting(1)];
  const wholly = (body: typeof a) => ({
    ...body,
    build: async (meta: BodyMeta) => ({ ...(await body.build(meta)), byteLength: 600 }),
  });
  for (const [view, body] of [
    ['a', a],
    ['b', b],
    ['a', a],
  ] as const)
    await cache.get(view, '1', whole, wholly(body));
  expect([a, b].map((body) => body.builds())).toEqual([2, 1]);
});

test('builds a body again after its bytes were released, with the same times as before', async () => {
  const cache = createBodyCache(1_000);
  const body = counting(10);
  await cache.get('view', '1', whole, body);
  cache.release();
  expect((await cache.get('view', '1', whole, body)).lastModified).toBe('0');
  expect(body.builds()).toBe(2);
  expect((await cache.get('view', '2', whole, body)).lastModified).toBe('2');
});

test('builds a body again after a failed attempt', async () => {
  const cache = createBodyCache(1_000);
  const failing = { ...counting(1), build: () => Promise.reject(new Error('no')) };
  await expect(cache.get('a', '1', whole, failing)).rejects.toThrow('no');
  await expect(cache.get('a', '1', whole, counting(1))).resolves.toMatchObject({
    lastModified: '0',
  });
});

test('the plain and the gzip body of a version have the same times', async () => {
  const cache = createBodyCache(1_000);
  const body = counting(1);
  const plain = { ...whole, coding: 'identity' } as const;
  const first = await cache.get('view', '1', whole, body);
  expect((await cache.get('view', '1', plain, body)).lastModified).toBe(first.lastModified);
  expect(body.builds()).toBe(2);
  expect((await cache.get('view', '2', plain, body)).lastModified).not.toBe(first.lastModified);
});
