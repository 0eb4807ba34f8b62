import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Body, BodyMeta } from './body.ts';
import { type BodyCache, createBodyCache } from './body-cache.ts';

function counting(bytes: number) {
  let builds = 0;
  const meta = () => ({ generatedAt: builds, lastModified: builds });
  const build = async ({ lastModified }: BodyMeta) => {
    builds += 1;
    const chunks = [Buffer.alloc(bytes / 2, 1), Buffer.alloc(bytes / 2, 2)];
    return { chunks, length: bytes, lastModified: `${lastModified}` };
  };
  return { meta, build, builds: () => builds };
}

/** Asks as often as it takes until the body is one chunk; bodies in pieces are hardly counted. */
async function getJoined(cache: BodyCache, view: string, body: ReturnType<typeof counting>): Promise<Body> {
  for (let asks = 0; asks < 20; asks += 1) {
    const got = await cache.get(view, '1', 'gzip', body);
    if (got.chunks.length === 1) return got;
    await nextTurn();
  }
  throw new Error('the body was not joined');
}

test('joins a body that is asked for again and again', async () => {
  const cache = createBodyCache(1_000);
  const body = counting(10);
  const first = await cache.get('view', '1', 'gzip', body);
  const { chunks, length, lastModified } = await getJoined(cache, 'view', body);
  expect([chunks, length, lastModified]).toEqual([[Buffer.concat(first.chunks)], 10, first.lastModified]);
  expect(body.builds()).toBe(1);
});

test('builds a body once for concurrent requests, and again when the version changes', async () => {
  const cache = createBodyCache(1_000);
  const body = counting(10);
  await Promise.all([cache.get('view', '1', 'gzip', body), cache.get('view', '1', 'gzip', body)]);
  await cache.get('view', '1', 'gzip', body);
  expect(body.builds()).toBe(1);
  await cache.get('view', '2', 'gzip', body);
  await cache.get('view', '1', 'gzip', body);
  expect(body.builds()).toBe(3);
});

test('drops the least recently used views when all bodies together exceed the budget', async () => {
  const cache = createBodyCache(1_000);
  const [a, b, c] = [counting(400), counting(400), counting(400)];
  await getJoined(cache, 'a', a);
  await getJoined(cache, 'b', b);
  await cache.get('a', '1', 'gzip', a);
  await getJoined(cache, 'c', c);
  await cache.get('a', '1', 'gzip', a);
  await cache.get('b', '1', 'gzip', b);
  expect([a, b, c].map((body) => body.builds())).toEqual([1, 2, 1]);
});

test('builds a body again after its bytes were released, with the same times as before', async () => {
  const cache = createBodyCache(1_000);
  const body = counting(10);
  await cache.get('view', '1', 'gzip', body);
  cache.release();
  expect((await cache.get('view', '1', 'gzip', body)).lastModified).toBe('0');
  expect(body.builds()).toBe(2);
  expect((await cache.get('view', '2', 'gzip', body)).lastModified).toBe('2');
});

test('tries again after a body that could not be built', async () => {
  const cache = createBodyCache(1_000);
  const failing = { ...counting(1), build: () => Promise.reject(new Error('no')) };
  await expect(cache.get('a', '1', 'gzip', failing)).rejects.toThrow('no');
  await expect(cache.get('a', '1', 'gzip', counting(1))).resolves.toMatchObject({
    lastModified: '0',
  });
});
