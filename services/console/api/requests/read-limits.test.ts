import { expect, test } from 'vitest';
import { createReadLimits } from './read-limits.ts';

const tooMany = (retryAfter: number) =>
  expect.objectContaining({ code: 'too_many', status: 429, retryAfter }) as Error;

test('a session sends 600 requests a minute, and another session has its own limit', () => {
  let now = 5_000;
  const limits = createReadLimits(() => now);
  for (let sent = 0; sent < 600; sent += 1) limits.count('a');
  now += 30_000;
  expect(() => limits.count('a')).toThrow(tooMany(30));
  limits.count('b');
  now += 29_999;
  expect(() => limits.count('a')).toThrow(tooMany(1));
  now += 1;
  for (let sent = 0; sent < 600; sent += 1) limits.count('a');
  expect(() => limits.count('a')).toThrow(tooMany(60));
  for (let sent = 0; sent < 599; sent += 1) limits.count('b');
  expect(() => limits.count('b')).toThrow(tooMany(30));
});

test('two heavy reads run at once, and a failed read frees its place', async () => {
  const limits = createReadLimits();
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const running = [limits.runHeavy(() => first.promise), limits.runHeavy(() => second.promise)];
  await expect(limits.runHeavy(async () => 'third')).rejects.toMatchObject({
    code: 'too_many_at_once',
    status: 429,
    retryAfter: 1,
  });
  first.resolve('first');
  expect(await running[0]).toBe('first');
  expect(await limits.runHeavy(async () => 'third')).toBe('third');
  second.reject(new Error('away'));
  await expect(running[1]).rejects.toThrow('away');
  expect(await Promise.all(['a', 'b'].map((text) => limits.runHeavy(async () => text)))).toEqual(['a', 'b']);
});
