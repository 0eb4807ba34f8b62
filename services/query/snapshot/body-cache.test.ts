import { expect, test } from 'vitest';
import { createBodyCache } from './body-cache.ts';

function counting(bytes: number) {
  let builds = 0;
  const build = async () => {
    builds += 1;
    return { bytes: Buffer.alloc(bytes), lastModified: 'now' };
  };
  return { build, builds: () => builds };
}

test('builds a body once for all who ask at a time, and again when the version moves', async () => {
  const cache = createBodyCache(1_000);
  const body = counting(10);
  await Promise.all([cache.get('view', '1', 'gzip', body.build), cache.get('view', '1', 'gzip', body.build)]);
  await cache.get('view', '1', 'gzip', body.build);
  expect(body.builds()).toBe(1);
  await cache.get('view', '2', 'gzip', body.build);
  await cache.get('view', '1', 'gzip', body.build);
  expect(body.builds()).toBe(3);
});

test('drops the longest unused views when all bodies together exceed the budget', async () => {
  const cache = createBodyCache(1_000);
  const [a, b, c] = [counting(400), counting(400), counting(400)];
  await cache.get('a', '1', 'gzip', a.build);
  await cache.get('b', '1', 'gzip', b.build);
  await cache.get('a', '1', 'gzip', a.build);
  await cache.get('c', '1', 'gzip', c.build);
  await cache.get('a', '1', 'gzip', a.build);
  await cache.get('b', '1', 'gzip', b.build);
  expect([a, b, c].map((body) => body.builds())).toEqual([1, 2, 1]);
});

test('builds all again once they were let go of', async () => {
  const cache = createBodyCache(1_000);
  const body = counting(10);
  await cache.get('view', '1', 'gzip', body.build);
  cache.clear();
  await cache.get('view', '1', 'gzip', body.build);
  expect(body.builds()).toBe(2);
});

test('tries again after a body that could not be built', async () => {
  const cache = createBodyCache(1_000);
  const failing = () => Promise.reject(new Error('no'));
  await expect(cache.get('a', '1', 'gzip', failing)).rejects.toThrow('no');
  await expect(cache.get('a', '1', 'gzip', counting(1).build)).resolves.toMatchObject({
    lastModified: 'now',
  });
});
