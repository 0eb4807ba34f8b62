import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HubError } from './hub-error.ts';
import type { FollowStatus } from './keep-polling.ts';
import { type ClientOptions, openClient } from './open-client.ts';
import type { SnapshotReader } from './snapshot-news.ts';
import { openScriptedHub, snapshotReply } from './testing/scripted-hub.ts';

const key = 'hub_key';

const failureOf = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error);

test('an error keeps its cause', async () => {
  const hub = await openScriptedHub([{ fault: 'cut', body: { data: {} } }, { body: 'no JSON' }]);
  const cut = await failureOf(hub.client().get('/me'));
  expect(cut).toMatchObject({ code: 'unreachable', cause: { name: 'TypeError' } });
  const unreadable = await failureOf(hub.client().get('/me'));
  expect(unreadable).toMatchObject({
    code: 'unreadable',
    status: 200,
    cause: { name: 'UnreadableBody', cause: { name: 'SyntaxError' } },
  });
  // Nobody listens at this port.
  const nobody = openClient({ baseUrl: 'http://127.0.0.1:2/api/v1', key: 'hub_key' });
  const refused = await failureOf(nobody.get('/me'));
  expect(refused).toMatchObject({ code: 'unreachable', cause: { cause: { code: 'ECONNREFUSED' } } });
});

test('an error of the hub has no cause', () => {
  expect('cause' in new HubError('not_found', 'Not found.', { status: 404 })).toBe(false);
});

describe('a programming error', () => {
  test('in a reader is thrown unchanged, and ends the following', async () => {
    const hub = await openScriptedHub([snapshotReply('W/"1"', '2026-09-14T00:00:00.000Z', ['a'])]);
    const openSnapshotReader = (): SnapshotReader => ({
      read: () => {
        throw new RangeError('a bug');
      },
      close: () => {},
    });
    const client = openClient({ baseUrl: hub.baseUrl, key, tabs: null, openSnapshotReader });
    const failure = await failureOf(client.followSnapshot({ onSnapshot: () => {}, signal: hub.ended }));
    expect(failure).toBeInstanceOf(RangeError);
    expect(hub.asked).toEqual(['/snapshot']);
  });

  test('from a runtime that lacks an interface that the client needs is thrown unchanged', async () => {
    const hub = await openScriptedHub([{ body: { data: {} } }]);
    const decode = vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(() => {
      throw new TypeError('decode is not a function');
    });
    onTestFinished(() => decode.mockRestore());
    const failure = await failureOf(hub.client().get('/me'));
    expect(failure).toBeInstanceOf(TypeError);
    expect(String(failure)).toContain('decode is not a function');
  });
});

const meta = { last_modified: '2026-09-14T00:00:00.000Z' };

test.each<unknown>([{ data: [null], meta }, { data: [{}], meta }, { meta }, { data: [] }])(
  'an unreadable answer of another server makes the client ask again: %j',
  async (body) => {
    const hub = await openScriptedHub([{ body }, { body }]);
    const seen: string[] = [];
    const onStatus = (status: FollowStatus) => void seen.push('code' in status ? status.code : status.state);
    await hub.client().followSnapshot({ onSnapshot: () => {}, onStatus, signal: hub.ended });
    expect(seen).toEqual(['unreadable', 'unreadable']);
  },
);

test('events without a cursor are unreadable, so the client asks again', async () => {
  const hub = await openScriptedHub([{ body: { data: [] } }, { body: { meta: { next_cursor: 'c1' } } }]);
  const seen: string[] = [];
  const onStatus = (status: FollowStatus) => void seen.push('code' in status ? status.code : status.state);
  await hub.client().followEvents({ onEvents: () => {}, onStatus, signal: hub.ended });
  expect(seen).toEqual(['unreadable', 'unreadable']);
});

const secret = 'hub_geheim';

test.each<[string, ClientOptions, RegExp]>([
  ['an address that is none', { baseUrl: 'http://[', key }, /^baseUrl is malformed: correct/],
  ['an address without a protocol', { baseUrl: 'localhost:3000/api/v1', key }, /^baseUrl /],
  ['an address with a password', { baseUrl: `http://a:${secret}@hub/api/v1`, key }, /^baseUrl /],
  [
    'a key with the end of its line',
    { baseUrl: 'http://127.0.0.1:1', key: `${secret}\nx` },
    /^key is malformed: correct/,
  ],
  ['a key with letters of no header', { baseUrl: 'http://127.0.0.1:1', key: `${secret}…` }, /^key /],
])('%s is a programming error, so it is not retried and shows no secret', async (_, options, message) => {
  const waits: number[] = [];
  const ended = new AbortController();
  const timing = {
    now: () => 0,
    random: () => 0.5,
    // The second wait ends the following.
    after: (ms: number) => {
      if (waits.push(ms) > 1) ended.abort();
      return () => {};
    },
  };
  const client = openClient({ ...options, timing, tabs: null });
  const { signal } = ended;
  for (const failing of [
    client.get('/me'),
    client.followEvents({ onEvents: () => {}, signal }),
    client.followSnapshot({ onSnapshot: () => {}, signal }),
  ]) {
    const failure = await failureOf(failing);
    expect(failure).toBeInstanceOf(TypeError);
    expect((failure as TypeError).message).toMatch(message);
    expect(String((failure as TypeError).stack)).not.toContain(secret);
  }
  expect(waits).toEqual([]);
});
