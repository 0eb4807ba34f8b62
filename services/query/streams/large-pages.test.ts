import { Agent } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { given, quill } from '../../../projections/access/testing/membership.ts';
import { gameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { askForHead } from '../testing/ask.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const events = 500;
const page = `/events?limit=${events}`;
const range = `${page}&from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z`;
const codings = ['identity', 'gzip'] as const;

/** A full page of events has 7.7 MB, which gzip shortens by a quarter only. */
async function openLongFeed() {
  let sent = 0;
  const api = await openTestApi({
    alongside: (app) =>
      void app.addHook('onSend', async () => {
        sent += 1;
      }),
  });
  await api.appendMembership(given.member(quill, 'Quill'));
  await api.appendMembership(given.identity('a', quill), given.description('a', 'Quillon Fen'));
  for (let batch = 0; batch < 10; batch += 1) {
    await api.record(...Array.from({ length: events / 10 }, () => gameEvent('a', longEvent())));
  }
  return { ...api, sent: () => sent };
}
const opened = onceAFile(openLongFeed);

function longEvent() {
  const noise = crypto.getRandomValues(new Uint8Array(11_000));
  return {
    data: JSON.stringify({ text: Buffer.from(noise).toString('base64') }),
    value_gp: 5,
    occurred_at: Date.now(),
  };
}

test.each(codings)('a key whose client reads nothing gets at most two large pages (%s)', async (coding) => {
  const { port, get: ask, makeKey } = opened();
  const [key, other] = [
    await makeKey(codings.indexOf(coding) + 1),
    await makeKey(codings.indexOf(coding) + 11),
  ];
  const held = [
    await askForHead(port, `/api/v1${page}`, { key, coding }),
    await askForHead(port, `/api/v1${range}`, { key, coding }),
  ];
  expect(held.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  for (const path of [page, range, '/leaderboards/loot?limit=50']) {
    const refused = await ask(path, { key });
    expect.soft([refused.status, refused.headers['retry-after']], path).toEqual([503, '1']);
  }
  // Small pages and pages of other keys are not refused.
  const small = await ask('/events?limit=5', { key });
  expect([small.status, small.headers['content-length']]).toEqual([200, `${Buffer.byteLength(small.text)}`]);
  const others = await askForHead(port, `/api/v1${page}`, { key: other, coding });
  expect(others.statusCode).toBe(200);
  others.destroy();
  for (const response of held) response.destroy();
  await vi.waitUntil(async () => (await ask(page, { key })).status === 200, 10_000);
});

test('two of many requests on an unread connection are answered, and the other requests are refused', async () => {
  const { port, makeKey, sent } = opened();
  const key = await makeKey(31);
  const before = sent();
  const socket = connect(port, '127.0.0.1').pause();
  const request = `GET /api/v1${page} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n`;
  socket.write(`${`${request}\r\n`.repeat(9)}${request}connection: close\r\n\r\n`);
  await vi.waitUntil(() => sent() === before + 10, 30_000);
  const answers = Buffer.concat(await socket.toArray()).toString('latin1');
  const statuses = answers.match(/HTTP\/1\.1 \d+/g);
  expect(statuses?.toSorted()).toEqual([...Array(2).fill('HTTP/1.1 200'), ...Array(8).fill('HTTP/1.1 503')]);
});

test.each(codings)(
  'a client that reads large pages one after another gets all pages (%s)',
  async (coding) => {
    const { port, makeKey, advanceLimitClock } = opened();
    const key = await makeKey(codings.indexOf(coding) + 21);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    for (let round = 0; round < 10; round += 1) {
      advanceLimitClock(1_000);
      const response = await askForHead(port, `/api/v1${round % 2 === 0 ? page : range}`, {
        key,
        coding,
        agent,
      });
      const bytes = Buffer.concat(await response.toArray());
      expect([response.statusCode, response.headers['content-encoding']]).toEqual([
        200,
        coding === 'gzip' ? 'gzip' : undefined,
      ]);
      const { data, meta } = JSON.parse(String(coding === 'gzip' ? gunzipSync(bytes) : bytes));
      expect([data.length, meta.count]).toEqual([events, events]);
    }
  },
);

test('HEAD of a large page frees its memory at once', async () => {
  const { get: ask, makeKey } = opened();
  const key = await makeKey(41);
  for (let round = 0; round < 5; round += 1) {
    const { status, text } = await ask(page, { key, method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
  }
});
