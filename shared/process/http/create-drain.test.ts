import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createDrain } from './create-drain.ts';

/** `/long` ends by `endLong`, all other paths at once. */
async function open({ openMs }: { readonly openMs?: number } = {}) {
  const app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  const drain = createDrain(app, openMs);
  const asked = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  app.get('/long', async () => {
    asked.resolve();
    await end.promise;
    return 'long';
  });
  app.get('/api/health', () => 'well');
  app.get('/poll', () => 'poll');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const ask = async (path: string) => {
    const answer = await fetch(url + path).catch(() => null);
    return answer === null ? null : [answer.status, await answer.text().catch(() => 'cut')];
  };
  const long = ask('/long');
  await asked.promise;
  return { ask, drain, long, endLong: end.resolve };
}

test('while an open answer ends, polls are answered, and the health says that the process ends', async () => {
  const { ask, drain, long, endLong } = await open();
  const drained = drain({});
  expect(await ask('/poll')).toEqual([200, 'poll']);
  expect(await ask('/api/health')).toEqual([503, '{"status":"unavailable"}']);
  endLong();
  expect(await long).toEqual([200, 'long']);
  await drained;
  expect(await ask('/poll')).toBeNull();
});

test('an open answer is cut after its time', async () => {
  const { ask, drain, long, endLong } = await open({ openMs: 200 });
  await drain({});
  expect(await long).toBeNull();
  expect(await ask('/poll')).toBeNull();
  endLong();
});

test('without open answers, requests are answered during the notice', async () => {
  const { ask, drain, long, endLong } = await open();
  endLong();
  await long;
  const drained = drain({ noticeMs: 500 });
  expect(await ask('/api/health')).toEqual([503, '{"status":"unavailable"}']);
  expect(await ask('/poll')).toEqual([200, 'poll']);
  await drained;
  expect(await ask('/poll')).toBeNull();
});
