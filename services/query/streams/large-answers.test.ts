import { once } from 'node:events';
import { get, type IncomingMessage, type request } from 'node:http';
import { expect, test, vi } from 'vitest';
import { onceAFile } from '../../../test/support/at-end.ts';
import { inTime } from '../../../test/support/deadline.ts';
import { patient } from '../../../test/support/runner/patience.ts';
import { iso, now } from '../testing/history-guild.ts';
import { openTestApi, type TestApi } from '../testing/open-test-api.ts';

const hour = 3_600_000;
const thisHour = now - (now % hour);
const skills = Array.from({ length: 30 }, (_, n) => `Skill ${n}`);
const points = 4_999;
const first = thisHour - (points - 1) * hour;
const path = `/xp?accounts=a,b&skills=${skills.join(',').replaceAll(' ', '%20')}&resolution=1h&from=${iso(first)}&to=${iso(now)}`;

/** Series of the maximum length: 11 MB in one answer. */
async function openLongHistory(): Promise<TestApi> {
  const api = await openTestApi({ history: [] });
  const { database } = api;
  await database.run({
    text: `insert into xp_history_g1.skill (account_id, skill, xp, at, first_xp)
           select account, skill, 1, 1, 1
           from unnest($1::text[]) account, unnest($2::text[]) skill`,
    values: [['a', 'b'], skills],
  });
  await database.run({
    text: `insert into xp_history_g1.sample_1h (account_id, skill, opens_day, bucket, xp, before)
           select account, skill, false, $3::bigint + n * 3600000::bigint, 100000000 + n, 99999999 + n
           from unnest($1::text[]) account, unnest($2::text[]) skill, generate_series(0, $4::int - 1) n`,
    values: [['a', 'b'], skills, first, points],
  });
  return api;
}
const opened = onceAFile(openLongHistory);

// rules/histories.md#large-answers
test('the longest series do not block the event loop and do not fill the memory', {
  tags: ['deadline'],
}, async () => {
  const api = opened();
  await readAll(api);
  const before = process.memoryUsage().rss;
  let highest = before;
  const sampling = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 5);
  const turns = watchTurns();
  const body = await readAll(api);
  clearInterval(sampling);
  expect(turns.stop(), inTime).toBeLessThan(patient(20));
  expect((highest - before) / 2 ** 20).toBeLessThan(96);

  expect(body.length).toBeGreaterThan(10_000_000);
  const { accounts } = JSON.parse(body).data;
  for (const { series } of accounts) {
    expect(series).toHaveLength(30);
    for (const { points: found } of series) expect(found).toHaveLength(points + 1);
    expect(series[29].points.at(-1)).toEqual([iso(thisHour), 100_004_998]);
  }
});

test('a key may have eight large answers at once, and an abandoned answer frees its memory', async () => {
  const api = opened();
  const other = await api.makeKey(2);
  const [one, ...more] = await Promise.all(Array.from({ length: 8 }, () => begin(api)));
  const refused = await api.get(path, { key: api.key });
  expect([refused.status, refused.headers['retry-after'], refused.body.error.code]).toEqual([
    503,
    '1',
    'unavailable',
  ]);
  // Small answers and answers to other keys do not wait for this memory.
  expect((await api.get('/accounts/a/xp', { key: api.key })).status).toBe(200);
  const others = await begin(api, other);
  others.destroy();
  one?.destroy();
  await vi.waitFor(
    async () => {
      const ninth = await begin(api);
      ninth.destroy();
    },
    { timeout: 10_000 },
  );
  for (const each of more) each.destroy();
});

test('HEAD gets the headers of GET and frees its memory at once', async () => {
  const api = opened();
  // Not the key of the test before, whose last answer may not have ended yet.
  const key = await api.makeKey(3);
  for (let round = 0; round < 9; round += 1) {
    const { status, headers, text } = await api.get(path, { key, method: 'HEAD' });
    expect([status, headers['content-length'], text]).toEqual([200, undefined, '']);
  }
});

const base = '/api/v1';
const headersOf = (key: string) => ({ authorization: `Bearer ${key}` });

async function readAll({ port, key }: TestApi): Promise<string> {
  const asking = get({ port, host: '127.0.0.1', path: base + path, headers: headersOf(key) });
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  return Buffer.concat(await response.toArray()).toString();
}

/** Reads the headers only. @throws when the request is refused */
async function begin({ port, key }: TestApi, other = key): Promise<ReturnType<typeof request>> {
  const asking = get({ port, host: '127.0.0.1', path: base + path, headers: headersOf(other), agent: false });
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  if (response.statusCode !== 200) {
    asking.destroy();
    throw new Error(`answered ${response.statusCode}`);
  }
  return asking;
}

/** `stop` returns the most CPU time in ms that one turn of the event loop took. */
function watchTurns() {
  let most = 0;
  let running = true;
  let last = process.threadCpuUsage();
  function turn(): void {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    most = Math.max(most, (user + system) / 1_000);
    if (running) setImmediate(turn);
  }
  setImmediate(turn);
  return {
    stop: () => {
      running = false;
      return most;
    },
  };
}
