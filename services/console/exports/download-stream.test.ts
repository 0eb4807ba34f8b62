import { setTimeout as pause } from 'node:timers/promises';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { atEnd } from '../../../test/support/at-end.ts';
import { createDownloadStream, DownloadAborted, type DownloadLimits } from './download-stream.ts';

const piece = 'x'.repeat(65_536);

async function openServer(limits: DownloadLimits, pieces: number) {
  const outcome = Promise.withResolvers<unknown>();
  const slow: true[] = [];
  const app = fastify();
  app.get('/', async (_request, reply) => {
    const { file, written } = createDownloadStream(
      async (put) => {
        for (let left = pieces; left > 0; left -= 1) await put(piece);
      },
      () => slow.push(true),
      limits,
    );
    written.then(
      () => outcome.resolve('written'),
      (error: unknown) => outcome.resolve(error),
    );
    return reply.send(file);
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  atEnd(() => app.close());
  return { url, outcome: outcome.promise, slow };
}

/** @returns the number of bytes @throws when the answer was cut off */
async function takeSlowly(url: string, pauseMs: number): Promise<number> {
  const { body } = await fetch(url);
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    await pause(pauseMs);
  }
  return bytes;
}

test('a slow client is cut off once the whole file takes too long, and sees an error', async () => {
  const { url, outcome, slow } = await openServer({ stalledAfterMs: 5_000, wholeWithinMs: 500 }, 5_000);
  const from = performance.now();
  await expect(takeSlowly(url, 20)).rejects.toThrow('terminated');
  expect(performance.now() - from).toBeLessThan(4_000);
  expect(await outcome).toBeInstanceOf(DownloadAborted);
  expect(slow).toEqual([true]);
});

test('a file that is taken in time is complete', async () => {
  const { url, outcome, slow } = await openServer({ stalledAfterMs: 5_000, wholeWithinMs: 60_000 }, 100);
  expect(await takeSlowly(url, 0)).toBe(100 * piece.length);
  expect([await outcome, slow]).toEqual(['written', []]);
});

test('a file also ends when nobody takes its end', async () => {
  const limits = { stalledAfterMs: 5_000, wholeWithinMs: 200 };
  const { file, written } = createDownloadStream(
    (put) => put('{}'),
    () => {},
    limits,
  );
  await written;
  await expect.poll(() => file.destroyed).toBe(true);
});
