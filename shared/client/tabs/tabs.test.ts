import { expect, test } from 'vitest';
import type { HubClient } from '../open-client.ts';
import type { Snapshot } from '../snapshot-state.ts';
import { openTab } from '../testing/open-tab.ts';
import {
  eventsReply,
  openScriptedHub,
  type Reply,
  type ScriptedReply,
  snapshotReply,
  unauthorizedReply,
} from '../testing/scripted-hub.ts';

const timeOf = (at: number) => `2026-09-14T00:00:${String(at).padStart(2, '0')}.000Z`;

/**
 * Each answer has a player more than the previous answer. Answers whose index is in `waiting` wait
 * for `gate`.
 */
const changesAround = (gate: Promise<void>, waiting = [20]): ScriptedReply[] =>
  Array.from({ length: 40 }, (_, at) => async (query) => {
    if (waiting.includes(at)) await gate;
    const players = Array.from({ length: at + 1 }, (_, player) => player);
    const changed = players.filter((player) => timeOf(player) > (query.get('since') ?? ''));
    return snapshotReply(`W/"${at}"`, timeOf(at), changed.map(String));
  });

function watch(client: HubClient, ended: AbortSignal) {
  const leaving = new AbortController();
  ended.addEventListener('abort', () => leaving.abort());
  let seen: Snapshot | null = null;
  const following = client.followSnapshot({
    onSnapshot: (snapshot) => {
      seen = snapshot;
    },
    signal: leaving.signal,
  });
  return { following, leave: () => leaving.abort(), count: () => seen?.accounts.size ?? 0 };
}

test('tabs with the same key share one poller, and the next tab continues when the leader closes', async () => {
  const gate = Promise.withResolvers<void>();
  const hub = await openScriptedHub(changesAround(gate.promise));
  const first = watch(hub.client({ tabs: openTab() }), hub.ended);
  const others = [0, 1].map(() => watch(hub.client({ tabs: openTab() }), hub.ended));
  await expect.poll(() => others.map(({ count }) => count())).toEqual([20, 20]);
  first.leave();
  gate.resolve();
  await Promise.all([first, ...others].map(({ following }) => following));
  expect(others.map(({ count }) => count())).toEqual([40, 40]);
  expect(hub.asked.filter((line) => !line.includes('since'))).toEqual(['/snapshot']);
  expect(hub.asked.length).toBe(40);
});

test('a tab without other tabs asks for itself, and sends its answers to nobody', async () => {
  const hub = await openScriptedHub(changesAround(Promise.resolve()));
  const posted: unknown[] = [];
  const openChannel = (name: string) => {
    const channel = new BroadcastChannel(name);
    channel.postMessage = (envelope: { kind: string }) => posted.push(envelope.kind);
    return channel;
  };
  const tab = watch(hub.client({ tabs: { ...openTab(), openChannel } }), hub.ended);
  await tab.following;
  expect([tab.count(), posted]).toEqual([40, ['hello']]);
});

test('tabs with other keys have their own pollers', async () => {
  const hub = await openScriptedHub(changesAround(Promise.resolve()));
  const keys = ['hub_one', 'hub_two'];
  await Promise.all(keys.map((key) => watch(hub.client({ key, tabs: openTab() }), hub.ended).following));
  expect(new Set(hub.keys)).toEqual(new Set(keys));
});

test('a tab that becomes visible takes the lead from a hidden tab', async () => {
  const gate = Promise.withResolvers<void>();
  const hub = await openScriptedHub(changesAround(gate.promise));
  const first = watch(hub.client({ tabs: openTab() }), hub.ended);
  const shown = openTab();
  const second = watch(hub.client({ tabs: shown }), hub.ended);
  await expect.poll(() => [second.count(), hub.asked.length]).toEqual([20, 21]);
  // The first tab holds the lock and waits for the gate, so the second tab has to take the lock.
  shown.show();
  await Promise.all([first.following, second.following]);
  gate.resolve();
  expect([first.count(), second.count()]).toEqual([40, 40]);
});

test('a leading tab that becomes hidden gives the lead to a visible tab', async () => {
  const gate = Promise.withResolvers<void>();
  const hub = await openScriptedHub(changesAround(gate.promise, [10, 20]));
  const shown = watch(hub.client({ tabs: openTab('visible') }), hub.ended);
  await expect.poll(() => [shown.count(), hub.asked.length]).toEqual([10, 11]);
  const looked = openTab('visible');
  const other = watch(hub.client({ tabs: looked }), hub.ended);
  // The other tab has taken the lead, and waits for the gate.
  await expect.poll(() => [shown.count(), other.count(), hub.asked.length]).toEqual([20, 20, 21]);
  looked.hide();
  await Promise.all([shown.following, other.following]);
  gate.resolve();
  expect([shown.count(), other.count()]).toEqual([40, 40]);
});

test('a key that was refused to one tab is refused to all tabs without another request', async () => {
  const hub = await openScriptedHub([unauthorizedReply]);
  const clients = Array.from({ length: 20 }, () => hub.client({ tabs: openTab() }));
  const ends = await Promise.allSettled(clients.map((client) => watch(client, hub.ended).following));
  expect(ends.map((end) => end.status === 'rejected' && end.reason.code)).toEqual(
    clients.map(() => 'unauthorized'),
  );
  const later = await Promise.allSettled(clients.map((client) => client.get('/me')));
  expect(later.every(({ status }) => status === 'rejected')).toBe(true);
  expect(hub.asked).toEqual(['/snapshot']);
});

test('tabs share the feed, and a tab that opens later has the newest events without a request', async () => {
  const gate = Promise.withResolvers<void>();
  const pages: ScriptedReply[] = Array.from({ length: 30 }, (_, at) => async () => {
    if (at === 15) await gate.promise;
    return eventsReply(`c${at + 1}`, [`e${at}`]);
  });
  const hub = await openScriptedHub([eventsReply('c0', ['old']), ...pages]);
  const open = (newest: number) => {
    const seen: string[] = [];
    const following = hub.client({ tabs: openTab() }).followEvents({
      newest,
      onEvents: (events) => void seen.push(...events.map(({ id }) => id)),
      signal: hub.ended,
    });
    return { seen, following };
  };
  const first = open(0);
  await expect.poll(() => first.seen.length).toBe(15);
  const second = open(2);
  await expect.poll(() => second.seen).toEqual(['e13', 'e14']);
  gate.resolve();
  await Promise.all([first.following, second.following]);
  const all = pages.map((_, at) => `e${at}`);
  expect(first.seen).toEqual(all);
  expect(second.seen).toEqual(all.slice(13));
  expect(hub.asked.length).toBe(31);
});

test('a tab that needs more than the new leader requested sends its own request', async () => {
  const all = Array.from({ length: 300 }, (_, at) => `e${at}`);
  const never = new Promise<Reply>(() => {});
  const reply = (query: URLSearchParams): Reply => {
    const cursor = query.get('cursor');
    if (cursor === 'c0') return eventsReply('c300', all);
    return eventsReply('c300', cursor === null ? all.slice(-100) : []);
  };
  const hub = await openScriptedHub([eventsReply('c0', []), () => never, ...Array(10).fill(reply)]);
  const seen: string[] = [];
  const behind = hub.client({ tabs: openTab() }).followEvents({
    onEvents: (events) => void seen.push(...events.map(({ id }) => id)),
    signal: hub.ended,
  });
  await expect.poll(() => hub.asked.length).toBe(2);
  const leading = hub
    .client({ tabs: openTab('visible') })
    .followEvents({ onEvents: () => {}, signal: hub.ended });
  await Promise.all([behind, leading]);
  expect(seen).toEqual(all);
  expect(hub.asked.filter((line) => line.includes('cursor=c0'))).toHaveLength(2);
});

test('a refusal reaches the other tabs with all of its fields', async () => {
  const details = [{ path: 'limit', message: 'at most 500' }];
  const error = { code: 'invalid_request', message: 'No.', details };
  const hub = await openScriptedHub([{ status: 400, body: { error } }]);
  const follow = () => hub.client({ tabs: openTab() }).followEvents({ onEvents: () => {} });
  const ends = await Promise.allSettled([follow(), follow()]);
  expect(ends.map((end) => end.status === 'rejected' && { ...end.reason })).toEqual(
    Array(2).fill(expect.objectContaining({ code: 'invalid_request', status: 400, details })),
  );
});
