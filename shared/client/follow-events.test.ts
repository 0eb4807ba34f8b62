import { expect, test } from 'vitest';
import type { EventsOptions } from './follow-events.ts';
import { HubError } from './hub-error.ts';
import { eventsReply, openScriptedHub, type Reply, unauthorizedReply } from './testing/scripted-hub.ts';

/** @returns ids of events, and each cursor behind a `>`, in the order of the callbacks */
async function followed(script: readonly Reply[], options: Partial<EventsOptions> = {}) {
  const hub = await openScriptedHub(script);
  const seen: string[] = [];
  await hub.client().followEvents({
    onEvents: (events) => void seen.push(...events.map(({ id }) => id)),
    onCursor: (cursor) => void seen.push(`>${cursor}`),
    signal: hub.ended,
    ...options,
  });
  return { hub, seen };
}

const page = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => String(from + at));

test('begins now, and gives no earlier events', async () => {
  const { hub, seen } = await followed([
    eventsReply('c1', ['old']),
    eventsReply('c1', []),
    eventsReply('c2', ['a', 'b']),
    eventsReply('c2', []),
  ]);
  expect(seen).toEqual(['>c1', 'a', 'b', '>c2']);
  expect(hub.asked).toEqual([
    '/events?limit=100',
    '/events?cursor=c1&limit=500',
    '/events?cursor=c1&limit=500',
    '/events?cursor=c2&limit=500',
  ]);
  expect(hub.timing.waits).toEqual([5_000, 5_000, 5_000, 5_000]);
});

test('begins with as many of the newest events as requested', async () => {
  const { seen } = await followed([eventsReply('c1', ['a', 'b', 'c'])], { newest: 2 });
  expect(seen).toEqual(['b', 'c', '>c1']);
});

test('continues from a cursor without a pause until it is current, and sends filters along', async () => {
  const filter = { types: ['loot', 'death'], accounts: ['4fK2mQ9xTz0b'], min_value: 1_000_000 };
  const { hub, seen } = await followed(
    [eventsReply('c2', page(0, 500)), eventsReply('c3', page(500, 1_000)), eventsReply('c4', ['last'])],
    { cursor: 'c1', filter },
  );
  expect(seen.filter((each) => each.startsWith('>'))).toEqual(['>c2', '>c3', '>c4']);
  expect(seen.length).toBe(1_004);
  expect(hub.asked[0]).toBe(
    '/events?types=loot%2Cdeath&accounts=4fK2mQ9xTz0b&min_value=1000000&cursor=c1&limit=500',
  );
  expect(hub.timing.waits).toEqual([5_000]);
});

test('asks again at once after a page that ended early, and waits after a full last page', async () => {
  const { hub, seen } = await followed(
    [
      eventsReply('c2', ['a'], false),
      eventsReply('c3', [], false),
      eventsReply('c4', page(0, 500), true),
      eventsReply('c4', [], true),
    ],
    { cursor: 'c1', filter: { items: ['coins'] } },
  );
  expect(seen.filter((each) => each.startsWith('>'))).toEqual(['>c2', '>c3', '>c4']);
  expect(hub.timing.waits).toEqual([5_000, 5_000]);
});

test('moves the cursor past events that a filter excludes', async () => {
  const { seen } = await followed([eventsReply('c2', []), eventsReply('c3', [])], { cursor: 'c1' });
  expect(seen).toEqual(['>c2', '>c3']);
});

test('gives the cursor out after the batch was handled, but not after the handling failed', async () => {
  const script = [eventsReply('c2', ['a']), eventsReply('c3', ['b'])];
  const order: string[] = [];
  const hub = await openScriptedHub(script);
  const following = hub.client().followEvents({
    cursor: 'c1',
    onEvents: async ([event]) => {
      order.push(`begin ${event?.id}`);
      await new Promise((resolve) => setImmediate(resolve));
      if (event?.id === 'b') throw new Error('the chat is full');
      order.push(`end ${event?.id}`);
    },
    onCursor: (cursor) => void order.push(cursor),
  });
  await expect(following).rejects.toThrow('the chat is full');
  expect(order).toEqual(['begin a', 'end a', 'c2', 'begin b']);
});

test('ends when the caller’s handling of a batch fails, even with the error of an unreachable hub', async () => {
  const hub = await openScriptedHub([eventsReply('c2', ['a']), eventsReply('c3', ['b'])]);
  const following = hub.client().followEvents({
    cursor: 'c1',
    onEvents: () => {
      throw new HubError('timeout', 'another hub did not answer');
    },
  });
  await expect(following).rejects.toThrow('another hub did not answer');
  expect(hub.asked).toHaveLength(1);
});

test('asks from the same cursor until it gets a complete answer', async () => {
  const limited = { status: 429, headers: { 'retry-after': '3' }, body: {} };
  const { hub, seen } = await followed(
    [limited, { ...eventsReply('c2', ['a']), fault: 'cut' }, eventsReply('c2', ['a'])],
    { cursor: 'c1' },
  );
  expect(seen).toEqual(['a', '>c2']);
  expect(new Set(hub.asked)).toEqual(new Set(['/events?cursor=c1&limit=500']));
  expect(hub.timing.waits[0]).toBeGreaterThanOrEqual(3_000);
});

test.each([
  [400, 'invalid_request'],
  [404, 'not_found'],
])('ends on %i, which another request cannot fix', async (status, code) => {
  const hub = await openScriptedHub([{ status, body: { error: { code, message: 'No.' } } }]);
  const following = hub.client().followEvents({ cursor: 'c1', onEvents: () => {} });
  await expect(following).rejects.toMatchObject({ status, code });
});

test('ends on a refused key', async () => {
  const hub = await openScriptedHub([unauthorizedReply]);
  await expect(hub.client().followEvents({ onEvents: () => {} })).rejects.toMatchObject({ status: 401 });
});
