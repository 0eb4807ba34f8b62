import { expect, test } from 'vitest';
import { createPluginClient, type PostOutcome } from './plugin-client.ts';

function scripted(outcomes: PostOutcome[]) {
  let now = 1_000_000;
  const posted: string[] = [];
  const client = createPluginClient(
    async (body) => {
      posted.push(body);
      return outcomes.shift() ?? delivered;
    },
    () => now,
  );
  const settled = async (): Promise<void> => {
    // Each delivery takes some turns of the microtask queue and no timers.
    for (let turn = 0; turn < 500; turn += 1) await Promise.resolve();
  };
  return {
    client,
    posted,
    send: async (body: string, hasEvents = true) => {
      client.send({ body, hasEvents });
      await settled();
    },
    after: async (ms: number) => {
      now += ms;
      client.sendNext();
      await settled();
    },
  };
}

const delivered: PostOutcome = { status: 200, retryAfterSeconds: null };
const busy = (retryAfterSeconds: number | null, status = 503): PostOutcome => ({ status, retryAfterSeconds });

test('pauses for Retry-After and sends the same bytes again', async () => {
  const { posted, send, after } = scripted([busy(7)]);
  await send('a');
  await after(6_900);
  expect(posted).toEqual(['a']);
  await after(100);
  expect(posted).toEqual(['a', 'a']);
});

test.each([
  ['429', busy(0, 429), 1_000],
  ['a Retry-After of a day', busy(86_400), 600_000],
  ['503 without Retry-After', busy(null), 30_000],
  ['500', busy(null, 500), 30_000],
  ['a timeout', 'unreachable' as const, 30_000],
])('%s causes the same pause as in the plugin', async (_, outcome, pauseMs) => {
  const { posted, send, after } = scripted([outcome]);
  await send('a');
  await after(pauseMs - 1);
  expect(posted).toHaveLength(1);
  await after(1);
  expect(posted).toHaveLength(2);
});

test('each further failure makes the pause longer', async () => {
  const { posted, send, after } = scripted(['unreachable', 'unreachable', 'unreachable']);
  await send('a');
  await after(30_000);
  await after(59_999);
  expect(posted).toHaveLength(2);
  await after(1);
  expect(posted).toHaveLength(3);
  await after(119_999);
  expect(posted).toHaveLength(3);
});

test('keeps events in order and drops snapshots during a pause', async () => {
  const { posted, send, after } = scripted([busy(5)]);
  await send('a');
  await send('snapshot', false);
  await send('b');
  await after(5_000);
  expect(posted).toEqual(['a', 'a', 'b']);
});

test('keeps the newest 50 messages for 10 minutes', async () => {
  const { posted, send, after } = scripted([busy(600)]);
  await send('first');
  for (let index = 0; index < 60; index += 1) await send(`event ${index}`);
  await after(600_000);
  expect(posted.slice(1)).toEqual(Array.from({ length: 50 }, (_, index) => `event ${index + 10}`));
  const old = scripted([busy(600), busy(600)]);
  await old.send('old');
  await old.after(600_001);
  expect(old.posted).toEqual(['old']);
});

test.each([401, 410])('%i disconnects permanently', async (status) => {
  const { posted, send, after } = scripted([{ status, retryAfterSeconds: null }]);
  await send('a');
  await send('b');
  await after(3_600_000);
  expect(posted).toEqual(['a']);
});

test('any other 4xx drops the message and continues', async () => {
  const { posted, send } = scripted([{ status: 400, retryAfterSeconds: null }]);
  await send('a');
  await send('b');
  expect(posted).toEqual(['a', 'b']);
});
