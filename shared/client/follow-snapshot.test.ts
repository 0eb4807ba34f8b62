import { expect, test } from 'vitest';
import { SnapshotFollower } from './follow-snapshot.ts';
import type { FollowStatus } from './keep-polling.ts';
import type { Snapshot } from './snapshot-state.ts';
import { openTab } from './testing/open-tab.ts';
import {
  openScriptedHub,
  type Reply,
  ScriptedTiming,
  snapshotReply,
  unauthorizedReply,
} from './testing/scripted-hub.ts';

const first = snapshotReply('W/"1.f"', '2026-09-14T00:00:01.000Z', ['Ada', 'Bo']);
const same: Reply = { status: 304, headers: { etag: 'W/"1.f"' } };
const busy = { error: { code: 'unavailable', message: 'The hub is not available at the moment.' } };

const hour = 3_600_000;

async function followed(script: readonly Reply[]) {
  const hub = await openScriptedHub(script);
  const snapshots: Snapshot[] = [];
  const states: FollowStatus['state'][] = [];
  await hub.client().followSnapshot({
    onSnapshot: (snapshot) => void snapshots.push(snapshot),
    onStatus: ({ state }) => states.push(state),
    everyMs: 3_000,
    signal: hub.ended,
  });
  return { hub, snapshots, states, names: snapshots.map(({ accounts }) => [...accounts.keys()].join()) };
}

test('asks for everything once, then only for changes', async () => {
  const changed = snapshotReply('W/"2.d"', '2026-09-14T00:00:05.000Z', ['Bo', 'Cy']);
  const { hub, names, snapshots } = await followed([first, same, changed, same]);
  expect(hub.asked).toEqual([
    '/snapshot',
    '/snapshot?since=2026-09-14T00%3A00%3A01.000Z W/"1.f"',
    '/snapshot?since=2026-09-14T00%3A00%3A01.000Z W/"1.f"',
    '/snapshot?since=2026-09-14T00%3A00%3A05.000Z W/"2.d"',
  ]);
  expect(names).toEqual(['Ada,Bo', 'Ada,Bo,Cy']);
  // Bo is unchanged: the hub repeats changes of the last 30 s (read-api.md 4.1 rule 4).
  expect(snapshots[1]?.changed).toEqual(['Cy']);
  // A page finds the changed accounts by their new objects.
  for (const id of ['Ada', 'Bo']) {
    expect(snapshots[1]?.accounts.get(id)).toBe(snapshots[0]?.accounts.get(id));
  }
  expect(hub.timing.waits).toEqual([3_000, 3_000, 3_000, 3_000]);
});

test('asks for everything every five minutes, because an answer with `since` does not say which accounts left', async () => {
  const quiet = Array.from({ length: 99 }, () => same);
  const withoutBo = snapshotReply('W/"3.f"', '2026-09-14T00:00:09.000Z', ['Ada']);
  const { hub, snapshots } = await followed([first, ...quiet, withoutBo]);
  expect(hub.asked.filter((line) => !line.includes('since'))).toEqual(['/snapshot', '/snapshot W/"1.f"']);
  expect(hub.asked.at(-1)).toBe('/snapshot W/"1.f"');
  expect(snapshots.at(-1)?.left).toEqual(['Bo']);
});

test('a clock that is set back makes the next poll ask for everything', async () => {
  const withoutBo = snapshotReply('W/"2.f"', '2026-09-14T00:00:02.000Z', ['Ada']);
  const hub = await openScriptedHub([
    first,
    () => {
      hub.timing.setBack(hour);
      return same;
    },
    withoutBo,
    same,
  ]);
  const left: string[] = [];
  await hub.client().followSnapshot({
    onSnapshot: (snapshot) => void left.push(...snapshot.left),
    signal: hub.ended,
  });
  expect(hub.asked.map((line) => !line.includes('since'))).toEqual([true, false, true, false]);
  expect(left).toEqual(['Bo']);
});

test('a new leading tab waits at most one poll interval, even when the clock was set back', async () => {
  const timing = new ScriptedTiming();
  const ending = new AbortController();
  const follower = new SnapshotFollower(
    { onSnapshot: () => {} },
    {
      ask: async () => {
        ending.abort();
        return { body: null, etag: undefined };
      },
      openReader: () => ({ read: () => expect.unreachable('nothing to read'), close: () => {} }),
    },
    timing,
  );
  await follower.receive({ kind: 'status', status: { state: 'live', at: timing.now() } }, () => {});
  timing.setBack(hour);
  await follower.lead(ending.signal);
  expect(timing.waits).toEqual([1_000]);
});

test('an account that answers 404 makes the next poll ask for everything', async () => {
  const notFound = { status: 404, body: { error: { code: 'not_found', message: 'Account not found.' } } };
  const withoutBo = snapshotReply('W/"2.f"', '2026-09-14T00:00:02.000Z', ['Ada']);
  const hub = await openScriptedHub([first, notFound, withoutBo]);
  const client = hub.client();
  const left: string[] = [];
  await client.followSnapshot({
    onSnapshot: async (snapshot) => {
      left.push(...snapshot.left);
      if (snapshot.left.length === 0) {
        await expect(client.get('/accounts/{id}', { id: 'Bo' })).rejects.toThrow('Account not found.');
      }
    },
    signal: hub.ended,
  });
  expect(hub.asked).toEqual(['/snapshot', '/accounts/Bo', '/snapshot W/"1.f"']);
  expect(left).toEqual(['Bo']);
});

test('an answer from a replica that is behind does not bring accounts back', async () => {
  const late = snapshotReply('W/"0.d"', '2026-09-14T00:00:00.500Z', ['Old']);
  const { hub, names } = await followed([first, late, same]);
  expect(names).toEqual(['Ada,Bo']);
  expect(hub.asked.at(-1)).toBe('/snapshot?since=2026-09-14T00%3A00%3A01.000Z W/"1.f"');
});

test('waits as long as the hub says, and longer each time when the hub gives no time', async () => {
  const limited = { status: 429, headers: { 'retry-after': '7' }, body: busy };
  const proxy: Reply = { status: 502, body: '<html>Bad gateway</html>' };
  const { hub, states } = await followed([first, limited, proxy, proxy, proxy, proxy, proxy, proxy, same]);
  const [, afterLimit = 0, ...rest] = hub.timing.waits;
  expect(afterLimit).toBeGreaterThanOrEqual(7_000);
  expect(afterLimit).toBeLessThan(8_750);
  // The jitter is in the middle: three quarters of 12, 24, 48 and 60 s.
  expect(rest).toEqual([9_000, 18_000, 36_000, 45_000, 45_000, 45_000, 3_000]);
  expect(states).toEqual(['live', 'away', 'away', 'away', 'away', 'away', 'away', 'away', 'live']);
});

test('keeps its accounts while bodies are cut, stop, or come from another server', async () => {
  const next = snapshotReply('W/"2.d"', '2026-09-14T00:00:05.000Z', ['Cy']);
  const script: Reply[] = [
    first,
    { ...next, fault: 'cut' },
    { ...next, fault: 'stall' },
    { body: 'null' },
    { status: 503, headers: { 'retry-after': '1' }, body: busy },
    next,
  ];
  const { hub, names, states } = await followed(script);
  expect(names).toEqual(['Ada,Bo', 'Ada,Bo,Cy']);
  expect(states).toEqual(['live', 'away', 'away', 'away', 'away', 'live']);
  expect(new Set(hub.asked.slice(1))).toEqual(
    new Set(['/snapshot?since=2026-09-14T00%3A00%3A01.000Z W/"1.f"']),
  );
});

test('asks an unavailable hub less and less often, even when the hub requests a wait of one second each time', async () => {
  const away = (seconds: string): Reply => ({ status: 503, headers: { 'retry-after': seconds }, body: busy });
  const { hub } = await followed([first, away('1'), away('1'), away('0'), away('90'), away('1'), same]);
  // The jitter is in the middle, and 90 s are more than the client's own pause.
  expect(hub.timing.waits.slice(1, 6)).toEqual([1_125, 9_000, 18_000, 91_250, 45_000]);
});

test('reports in every tab since when the hub is away', async () => {
  const away = { status: 503, body: busy };
  const never = new Promise<Reply>(() => {});
  const hub = await openScriptedHub([first, away, () => never, away, away]);
  const sinces: number[][] = [];
  let live = 0;
  const [leaving, leading] = [0, 1].map((tab) => {
    const seen: number[] = [];
    sinces.push(seen);
    const tabs = openTab(tab === 0 ? 'visible' : 'hidden');
    const following = hub.client({ tabs }).followSnapshot({
      onSnapshot: () => {},
      onStatus: (status) => {
        if (status.state === 'live') live = status.at;
        else seen.push(status.since);
      },
      signal: hub.ended,
    });
    return { tabs, following };
  });
  await expect.poll(() => sinces.map((seen) => seen.length)).toEqual([1, 1]);
  leading?.tabs.show();
  await Promise.all([leaving?.following, leading?.following]);
  expect(sinces.map((seen) => [seen.length >= 3, new Set(seen)])).toEqual(
    sinces.map(() => [true, new Set([live])]),
  );
});

test('reports since when the hub is away', async () => {
  const hub = await openScriptedHub([first, { status: 503, body: busy }, { status: 503, body: busy }]);
  const away: number[] = [];
  let live = 0;
  await hub.client().followSnapshot({
    onSnapshot: () => {},
    onStatus: (status) => {
      if (status.state === 'live') live = status.at;
      else away.push(status.since);
    },
    signal: hub.ended,
  });
  expect(away.slice(0, 2)).toEqual([live, live]);
});

test('a refused key sends no more requests', async () => {
  const hub = await openScriptedHub([first, unauthorizedReply]);
  const client = hub.client();
  const following = client.followSnapshot({ onSnapshot: () => {}, signal: hub.ended });
  await expect(following).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
  await expect(client.get('/me')).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(client.followEvents({ onEvents: () => {} })).rejects.toMatchObject({ code: 'unauthorized' });
  expect(hub.asked.length).toBe(2);
  expect(hub.ended.aborted).toBe(false);
});

test('an error from onSnapshot ends the following', async () => {
  const hub = await openScriptedHub([first]);
  const failing = hub.client().followSnapshot({
    onSnapshot: () => {
      throw new Error('the disk is full');
    },
  });
  await expect(failing).rejects.toThrow('the disk is full');
});
