import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { announce } from '../../../shared/projection/live/announce.ts';
import { eventFeedProjection } from '../projection.ts';
import { gameEvent } from '../testing/game-events.ts';
import { openTestFeed, type TestFeed } from '../testing/open-test-feed.ts';
import { openFeedHead } from './feed-head.ts';

const filter = { accountIds: ['a'], types: null, minValue: null };

function headOf(
  feed: TestFeed,
  settleMs: number,
  { schema = (): string | null => feed.generation.schema, checkEveryMs = 1_000, restAfterMs = 60_000 } = {},
) {
  const head = openFeedHead({
    ...feed,
    settleMs,
    checkEveryMs,
    restAfterMs,
    generations: { schemaOf: schema },
  });
  onTestFinished(() => head.close());
  return head;
}

test('never says that a follower is caught up when a query finds events', async () => {
  const settleMs = 2_500;
  const feed = await openTestFeed();
  await feed.record(gameEvent('a'), gameEvent('a'));
  const head = headOf(feed, settleMs);
  const queries = feed.queries(settleMs);
  let [saidYes, saidNo, place] = [0, 0, 0];
  for (let round = 0; round < 90; round += 1) {
    if (round % 30 === 5) await feed.record(gameEvent('a'));
    const { events, horizon } = await queries.after(place, filter, 10);
    const said = head.isCaughtUp(place);
    if (said) expect(events).toEqual([]);
    if (said) saidYes += 1;
    else saidNo += 1;
    place = Math.max(place, horizon);
    await pause(60);
  }
  expect(place).toBeGreaterThanOrEqual(4);
  expect(saidYes).toBeGreaterThan(20);
  expect(saidNo).toBeGreaterThan(1);
});

test('knows nothing about a generation that it did not read, and nothing without a generation', async () => {
  const feed = await openTestFeed();
  let schema: QuotedSchema | null = feed.generation.schema;
  const head = headOf(feed, 10_000, { schema: () => schema });
  await vi.waitFor(() => expect(head.isCaughtUp(0)).toBe(true), 15_000);
  schema = '"another"';
  expect(head.isCaughtUp(0)).toBe(false);
  schema = null;
  expect(head.isCaughtUp(0)).toBe(false);
});

test('stops knowing within 3 s of its last check', async () => {
  const feed = await openTestFeed();
  const head = headOf(feed, 10_000);
  await vi.waitFor(() => expect(head.isCaughtUp(0)).toBe(true), 15_000);
  await head.close();
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 1_500);
  onTestFinished(() => clock.mockRestore());
  expect(head.isCaughtUp(0)).toBe(true);
  clock.mockReturnValue(now + 3_001);
  expect(head.isCaughtUp(0)).toBe(false);
});

test('checks again when the projection announces a change', async () => {
  const feed = await openTestFeed();
  const head = headOf(feed, 0, { checkEveryMs: 60_000 });
  for (let round = 1; round <= 3; round += 1) {
    const [sequence = 0] = await feed.record(gameEvent('a'));
    await announce(feed.database, [eventFeedProjection.name]);
    const known = () => [head.isCaughtUp(sequence - 1), head.isCaughtUp(sequence)];
    await vi.waitFor(() => expect(known()).toEqual([false, true]), { timeout: 5_000 });
  }
});

test('stops checking while nobody polls, and treats every event as settled at its next check', async () => {
  const feed = await openTestFeed();
  let looks = 0;
  const database: Database = {
    ...feed.database,
    one: (statement) => {
      looks += 1;
      return feed.database.one(statement);
    },
  };
  const head = headOf({ ...feed, database }, 60_000, { checkEveryMs: 20, restAfterMs: 100 });
  await vi.waitFor(() => expect(head.isCaughtUp(0)).toBe(true), 15_000);
  await pause(500);
  const before = looks;
  const [sequence = 0] = await feed.record(gameEvent('a'));
  await announce(feed.database, [eventFeedProjection.name]);
  await pause(300);
  expect(looks).toBe(before);
  expect(head.isCaughtUp(sequence)).toBe(false);
  await vi.waitFor(() => expect(head.isCaughtUp(sequence)).toBe(true), 15_000);
  expect(looks).toBeGreaterThan(before);
});
