import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { given, id, quill } from '../../../projections/access/testing/membership.ts';
import { gameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import { type Category, categories } from '../../../shared/domain/category.ts';
import { openTestApi, type TestApi, type TestApiOptions } from '../testing/open-test-api.ts';

const bram = id(2);

async function openGuild(options: TestApiOptions = {}): Promise<TestApi> {
  const api = await openTestApi(options);
  await api.appendMembership(given.member(quill, 'Quill'), given.member(bram, 'Bram'));
  for (const [account, owner, name] of [
    ['a', quill, 'Quillon Fen'],
    ['b', bram, 'Bram Oak'],
    ['private', bram, 'Hidden One'],
  ] as const) {
    await api.appendMembership(given.identity(account, owner), given.description(account, name));
  }
  await api.appendMembership(given.sharing('private', { category: 'events', audience: 'private', with: [] }));
  return api;
}

interface Body {
  readonly data: readonly { readonly id: string; readonly level: number | null; readonly account: object }[];
  readonly meta: { readonly count: number; readonly next_cursor: string | null };
}
const levels = ({ data }: Body) => data.map(({ level }) => level);

test('serves an event of the plugin as it was sent, with a headline (read-api 2.1 "key naming", 2.10, 4 /events)', async () => {
  const api = await openGuild();
  const path = new URL('../../../test/fixtures/reports/ha-loot.json', import.meta.url);
  const data = JSON.parse(await readFile(path, 'utf8')).events[0];
  const event = gameEvent('a', {
    value_gp: 2_329_167,
    item_id: 12_922,
    npc_id: 2_042,
    data: JSON.stringify(data),
  });
  await api.record(event);
  const { status, headers, body } = await api.get('/events', { key: await api.makeKey(1) });
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(body.data).toEqual([
    {
      id: (event.data as { event_id: string }).event_id,
      type: 'loot',
      account: { id: 'a', name: 'Quillon Fen' },
      occurred_at: '2026-09-14T18:22:06.800Z',
      received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      value_gp: 2_329_167,
      item_id: 12_922,
      npc_id: 2_042,
      skill: null,
      level: null,
      tier: null,
      points: null,
      special_world: false,
      data,
      title: 'Loot: Tanzanite fang',
      line: 'Quillon Fen received Tanzanite fang (2.3M) from Zulrah',
    },
  ]);
  expect(body.meta.count).toBe(1);
});

test('a long page is compressed for clients that accept gzip, in the feed and in a range', async () => {
  const api = await openGuild();
  await api.record(...Array.from({ length: 40 }, () => gameEvent('a')));
  const key = await api.makeKey(1);
  for (const path of ['/events', '/events?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z']) {
    const plain = await api.get(path, { key });
    expect(plain.body.data).toHaveLength(40);
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
    const packed = await fetch(`http://127.0.0.1:${api.port}/api/v1${path}`, {
      headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' },
    });
    expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([
      'gzip',
      'Accept-Encoding',
    ]);
    expect(((await packed.json()) as Body).data).toEqual(plain.body.data);
  }
});

test('serves the exact text of the plugin, with every digit, but without the fields that the key is not allowed to read', async () => {
  const api = await openGuild();
  const place = '"location":{"x":1}';
  const data = `{ "b":1.50,"data":{"n":12345678901234567890,${place},"items":[]},"2":1,"1":"\\ud800"}`;
  await api.record(gameEvent('a', { data, value_gp: 5, occurred_at: Date.now() }));
  const blind = categories.filter((name) => !name.startsWith('location_'));
  const keys = [await api.makeKey(1), await api.makeKey(2, null, { categories: blind })];
  for (const path of ['/events', '/leaderboards/loot']) {
    const [whole, cut] = await Promise.all(keys.map((key) => api.get(path, { key })));
    expect(whole?.text).toContain(`"data":${data},"title":"Loot: a drop"`);
    expect(cut?.text).toContain(`"data":${data.replace(`,${place}`, '')},"title":"Loot: a drop"`);
  }
});

test('starts at the newest events or at the present time, and continues from there (read-api 6 "cursor", 6 "limit", 6 rule 1, 6 rule 2, 6 rule 3)', async () => {
  const api = await openGuild();
  const key = await api.makeKey(1, null, { rate_limit_per_minute: 600 });
  const events = async (query: string): Promise<Body> => (await api.get(`/events?${query}`, { key })).body;
  const now = await events('cursor=now');
  expect([now.data, now.meta.count]).toEqual([[], 0]);
  await api.record(...[1, 2, 3, 4, 5].map((level) => gameEvent('a', { level })));
  const newest = await events('limit=2');
  expect(levels(newest)).toEqual([4, 5]);
  const first = await events(`cursor=${now.meta.next_cursor}&limit=2`);
  const second = await events(`cursor=${first.meta.next_cursor}&limit=2`);
  const third = await events(`cursor=${second.meta.next_cursor}&limit=2`);
  expect([first, second, third].map(levels)).toEqual([[1, 2], [3, 4], [5]]);
  expect(third.meta.next_cursor).toBe(newest.meta.next_cursor);
  const idle = await events(`cursor=${third.meta.next_cursor}`);
  expect([idle.data, idle.meta.next_cursor]).toEqual([[], third.meta.next_cursor]);
  expect((await events('cursor=now')).meta.next_cursor).toBe(third.meta.next_cursor);
  // A last page that is full leads to the same cursor.
  expect((await events(`cursor=${first.meta.next_cursor}&limit=3`)).meta.next_cursor).toBe(
    third.meta.next_cursor,
  );
  await api.record(gameEvent('b', { level: 6 }));
  expect(levels(await events(`cursor=${third.meta.next_cursor}`))).toEqual([6]);
});

test('filters, and the cursor moves past events that are filtered out (read-api 6 "types", 6 "accounts", 6 "min_value", 6 rule 4)', async () => {
  const api = await openGuild();
  const key = await api.makeKey(1, null, { rate_limit_per_minute: 600 });
  const start = (await api.get('/events?cursor=now', { key })).body.meta.next_cursor;
  await api.record(
    gameEvent('a', { level: 1, value_gp: 5 }),
    gameEvent('b', { level: 2, type: 'death' }),
    gameEvent('b', { level: 3, value_gp: Number.MAX_SAFE_INTEGER }),
  );
  const end = (await api.get('/events?cursor=now', { key })).body.meta.next_cursor;
  for (const [query, expected] of [
    ['accounts=a', [1]],
    ['accounts=b,a,b', [1, 2, 3]],
    ['types=death,other', [2]],
    ['types=Death', []],
    ['min_value=5', [1, 3]],
    ['min_value=0000000000000006', [3]],
    ['min_value=9007199254740991', [3]],
    ['min_value=9007199254740992', []],
    ['accounts=b&types=loot&min_value=1&limit=1', [3]],
  ] as const) {
    const { body } = await api.get(`/events?cursor=${start}&${query}`, { key });
    expect([levels(body), body.meta.next_cursor], query).toEqual([expected, end]);
  }
});

test('finds events by their items and by their source, on the feed and in a range', async () => {
  const api = await openGuild();
  const key = await api.makeKey(1, null, { rate_limit_per_minute: 600 });
  const start = (await api.get('/events?cursor=now', { key })).body.meta.next_cursor;
  const loot = (source: string, ...items: readonly (readonly [number, string])[]) =>
    JSON.stringify({
      data: { source: { text: source }, items: items.map(([id, name]) => ({ id, name, quantity: 1 })) },
    });
  const [coins, fang, whip] = [
    [995, 'Coins'],
    [12_922, 'Tanzanite fang'],
    [4_151, 'Abyssal whip'],
  ] as const;
  const kill = { type: 'pk_loot', data: loot('Sable Orrin', coins) };
  await api.record(
    gameEvent('a', { level: 1, data: loot('Zulrah', fang, coins) }),
    gameEvent('b', { level: 2, data: loot('Abyssal demon', whip) }),
    gameEvent('b', { level: 3, ...kill }),
    gameEvent('private', { level: 4, data: loot('Zulrah', fang) }),
    gameEvent('private', { level: 6, data: loot('Hidden den', [7, 'Hidden shard']) }),
    gameEvent('b', { level: 5, type: 'collection_log', item_id: 12_922 }),
  );
  for (const [query, expected] of [
    ['items=995', [1, 3]],
    ['items=TANZANITE%20fang', [1, 5]],
    ['items=4151,%20tanzanite%20fang,no%20such%20item', [1, 2, 5]],
    ['items=4151,12922&types=loot', [1, 2]],
    ['items=1', []],
    ['items=', [1, 2, 3, 5]],
    ['source=zulrah', [1]],
    ['source=Sable%20Orrin,ABYSSAL%20DEMON', [2, 3]],
    ['source=Zulrah&items=995', [1]],
    ['source=Zulrah&items=4151', []],
    ['source=Zulrah&accounts=b', []],
    ['items=fan%20TANZ', [1, 5]],
    ['items=whi,995', [1, 2, 3]],
    ['items=angzanite', []],
    ['source=demon', [2]],
    ['source=orr,zul', [1, 3]],
    ['items=shard', []],
    ['source=hidden', []],
  ] as const) {
    const feed = await api.get(`/events?cursor=${start}&${query}`, { key });
    expect(levels(feed.body), query).toEqual(expected);
    const range = await api.get(`/events?from=2020-01-01T00:00:00Z&${query}`, { key });
    expect(levels(range.body).toSorted(), query).toEqual(expected);
  }
  for (const [name, text] of [
    ['items', Array.from({ length: 51 }, (_, index) => index + 1).join(',')],
    ['items', 'x'.repeat(101)],
    ['source', Array.from({ length: 21 }, (_, index) => `npc${index}`).join(',')],
    ['source', 'x'.repeat(101)],
  ] as const) {
    const { status, body } = await api.get(`/events?${name}=${text}`, { key });
    expect([status, body.error?.details?.[0]?.path]).toEqual([400, name]);
  }
});

test('hides events of unreadable accounts as if the accounts did not exist', async () => {
  const api = await openGuild();
  const key = await api.makeKey(1, quill);
  await api.record(gameEvent('private', { level: 1 }), gameEvent('b', { level: 2 }));
  const { body } = await api.get('/events', { key });
  expect(levels(body)).toEqual([2]);
  const absent = await api.get('/events?accounts=nobody', { key });
  for (const accounts of ['private', 'b,private', 'a,nobody', 'private,nobody']) {
    const refused = await api.get(`/events?accounts=${accounts}`, { key });
    expect([refused.status, refused.text]).toEqual([404, absent.text]);
  }
  expect(levels((await api.get('/events', { key: await api.makeKey(2, bram) })).body)).toEqual([1, 2]);
});

test('a key without the category gets an empty list, and so does a key without accounts', async () => {
  const api = await openGuild();
  const blind = await api.makeKey(1, null, { categories: categories.filter((name) => name !== 'events') });
  await api.record(gameEvent('a'));
  for (const query of ['', '?cursor=now']) {
    const { status, body } = await api.get(`/events${query}`, { key: blind });
    expect([status, body.data]).toEqual([200, []]);
  }
  const named = await api.get('/events?accounts=a', { key: blind });
  expect([named.status, named.body.error.message]).toEqual([404, 'Account not found.']);
  expect((await api.get('/events?limit=0', { key: blind })).status).toBe(400);
  const lonely = await api.makeKey(2, null, { accounts: ['nobody'] });
  const { status, body } = await api.get('/events', { key: lonely });
  expect([status, body.data]).toEqual([200, []]);
  const all = await api.makeKey(3);
  expect(body.meta.next_cursor).toBe((await api.get('/events', { key: all })).body.meta.next_cursor);
});

test('data has no fields of categories that the key cannot read', async () => {
  const api = await openGuild();
  const data = {
    location: { x: 1 },
    regionId: 2,
    world: 3,
    accountHash: 'h',
    deep: { discordUser: 1, world: 4, list: [{ regionId: 5 }] },
  };
  await api.record(gameEvent('a', { data: JSON.stringify(data) }));
  const seenWith = async (number: number, ...some: readonly (typeof categories)[number][]) => {
    const key = await api.makeKey(number, null, { categories: ['events', ...some] });
    return (await api.get('/events', { key })).body.data[0].data;
  };
  const place = { location: { x: 1 }, regionId: 2, deep: { list: [{ regionId: 5 }] } };
  expect(await seenWith(1)).toEqual({ deep: { list: [{}] } });
  expect(await seenWith(2, 'activity')).toEqual({ world: 3, deep: { world: 4, list: [{}] } });
  expect(await seenWith(3, 'location_live')).toEqual(place);
  expect(await seenWith(4, 'location_history')).toEqual(place);
});

test('old events of an account are not sent again when the account becomes visible', async () => {
  const api = await openGuild();
  const key = await api.makeKey(1, quill);
  await api.record(gameEvent('private', { level: 1 }));
  const cursor = (await api.get('/events', { key })).body.meta.next_cursor;
  await api.appendMembership(given.sharing('private', { category: 'events', audience: 'guild', with: [] }));
  expect((await api.get(`/events?cursor=${cursor}`, { key })).body.data).toEqual([]);
  await api.record(gameEvent('private', { level: 2 }));
  expect(levels((await api.get(`/events?cursor=${cursor}`, { key })).body)).toEqual([2]);
});

test('a cursor works with any key and any filters, and a cursor that is ahead of the feed stays unchanged', async () => {
  const api = await openGuild({ settleMs: 60_000 });
  const key = await api.makeKey(1);
  const { next_cursor } = (await api.get('/events?cursor=now', { key })).body.meta;
  const receivedEarlierBy = (ms: number) =>
    api.database.run({
      text: 'update event_feed_g1.event set received_at = received_at - $1',
      values: [ms],
    });
  await api.record(gameEvent('a', { level: 1 }));
  const waiting = await api.get(`/events?cursor=${next_cursor}`, { key });
  expect([waiting.body.data, waiting.body.meta.next_cursor]).toEqual([[], next_cursor]);
  await receivedEarlierBy(70_000);
  const other = await api.makeKey(2, bram);
  const { body } = await api.get(`/events?cursor=${next_cursor}&types=loot`, { key: other });
  expect(levels(body)).toEqual([1]);
  await receivedEarlierBy(-140_000);
  const ahead = await api.get(`/events?cursor=${body.meta.next_cursor}`, { key });
  expect([ahead.body.data, ahead.body.meta.next_cursor]).toEqual([[], body.meta.next_cursor]);
});

// rules/additions.md#events-of-a-time-range
test('serves a range of time newest first, both ends included, page by page to its end', async () => {
  const api = await openGuild();
  const key = await api.makeKey(1, null, { rate_limit_per_minute: 600 });
  const start = Date.UTC(2026, 8, 14);
  const at = (second: number, level: number, account = 'a') =>
    gameEvent(account, { level, occurred_at: start + second * 1_000 });
  await api.record(at(3, 1), at(1, 2), at(2, 3, 'b'), at(2, 4), at(4, 5), at(2, 6, 'private'));
  const iso = (second: number) => new Date(start + second * 1_000).toISOString();
  const range = `from=${iso(1)}&to=${iso(3)}`;
  const page = async (query: string): Promise<Body> => (await api.get(`/events?${query}`, { key })).body;
  const whole = await page(range);
  expect([levels(whole), whole.meta]).toMatchObject([[1, 4, 3, 2], { count: 4, next_cursor: null }]);
  const first = await page(`${range}&limit=2`);
  // An event that is stored after the first page is on no later page.
  await api.record(at(1, 7));
  const second = await page(`${range}&limit=2&cursor=${first.meta.next_cursor}`);
  expect([first, second].map(levels)).toEqual([
    [1, 4],
    [3, 2],
  ]);
  expect(second.meta.next_cursor).toBeNull();
  expect(levels(await page(`${range}&accounts=b`))).toEqual([3]);
  expect(levels(await page(`${range}&types=death`))).toEqual([]);
  expect(levels(await page(`to=${iso(1)}`))).toEqual([7, 2]);
  expect(levels(await page(`from=${iso(5)}&to=${iso(5)}`))).toEqual([]);
});

test('a cursor of a range is not valid in the feed, and a cursor of the feed is not valid in a range', async () => {
  const api = await openGuild();
  const key = await api.makeKey(1);
  await api.record(...[1, 2].map((level) => gameEvent('a', { level, occurred_at: level })));
  const range = 'to=2026-09-14T00:00:00Z&from=1970-01-01T00:00:00Z&limit=1';
  const ofRange = (await api.get(`/events?${range}`, { key })).body.meta.next_cursor;
  const ofFeed = (await api.get('/events', { key })).body.meta.next_cursor;
  for (const query of [`cursor=${ofRange}`, `${range}&cursor=${ofFeed}`, `${range}&cursor=now`]) {
    const { status, body } = await api.get(`/events?${query}`, { key });
    expect([status, body.error?.details?.[0]?.path], query).toEqual([400, 'cursor']);
  }
  const backwards = await api.get('/events?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', { key });
  expect([backwards.status, backwards.body.error.details[0].path]).toEqual([400, 'from']);
});

test('each reader gets an event with their present rights, also when the event was served before (read-api 2.10, 5 rule 6)', async () => {
  const api = await openGuild();
  // `regionId` and `world` take the same number of bytes.
  const data = { type: 'loot', data: { regionId: 1, world: 1234 } };
  await api.record(gameEvent('a', { value_gp: 7, data: JSON.stringify(data) }));
  const readers = await Promise.all(
    ([[...categories], ['events', 'location_live'], ['events', 'activity']] satisfies Category[][]).map(
      (some, index) => api.makeKey(index + 1, null, { categories: some }),
    ),
  );
  const served = async () => {
    const answers = await Promise.all(readers.map((key) => api.get('/events', { key })));
    return answers.map(({ body }) => body.data[0]);
  };
  const expected = [{ regionId: 1, world: 1234 }, { regionId: 1 }, { world: 1234 }].map((seen) => ({
    account: { id: 'a', name: 'Quillon Fen' },
    value_gp: 7,
    data: { type: 'loot', data: seen },
  }));
  expect(await served()).toMatchObject(expected);
  expect(await served()).toMatchObject(expected);
  await api.appendMembership(given.description('a', 'Quillon Elm'));
  const renamed = expected.map((event) => ({ ...event, account: { id: 'a', name: 'Quillon Elm' } }));
  expect(await served()).toMatchObject(renamed);
  // Changes a value, as a rebuild may do.
  await api.database.run({ text: 'update event_feed_g1.event set value_gp = 8' });
  expect(await served()).toMatchObject(renamed.map((event) => ({ ...event, value_gp: 8 })));
});
