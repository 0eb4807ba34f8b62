import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { announce, watermarksOf } from '../../../shared/projection/live/announce.ts';
import { eventFeedProjection } from '../projection.ts';
import { gameEvent } from '../testing/game-events.ts';
import { openTestFeed, servedAtOnceMs, type TestFeed } from '../testing/open-test-feed.ts';
import { createEventFeedQueries } from './event-feed-queries.ts';
import { openFeedHead } from './feed-head.ts';

function headOf(
  feed: TestFeed,
  settleMs: number,
  { schema = (): string | null => feed.generation.schema, checkEveryMs = 1_000, restAfterMs = 60_000 } = {},
) {
  const generations = { schemaOf: schema };
  const { horizon } = createEventFeedQueries({ ...feed, generations, settleMs });
  const head = openFeedHead({ ...feed, readHorizon: horizon, checkEveryMs, restAfterMs, generations });
  onTestFinished(() => head.close());
  return head;
}

test('says that a follower is caught up only at the horizon, which moves with the watermark', async () => {
  const feed = await openTestFeed();
  const [first = 0, second = 0] = await feed.record(gameEvent('a'), gameEvent('a'));
  const head = headOf(feed, 10_000, { checkEveryMs: 60_000 });
  await vi.waitFor(() => expect(head.isCaughtUp(0)).toBe(true), 15_000);
  await feed.moveWatermark(Date.now() + 60_000);
  await announce(feed.database, [`${watermarksOf}event-feed`]);
  const known = () => [0, first, second].map(head.isCaughtUp);
  await vi.waitFor(() => expect(known()).toEqual([false, false, true]), { timeout: 5_000 });
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
  const head = headOf(feed, servedAtOnceMs, { checkEveryMs: 60_000 });
  for (let round = 1; round <= 3; round += 1) {
    const [sequence = 0] = await feed.record(gameEvent('a'));
    await announce(feed.database, [eventFeedProjection.name]);
    const known = () => [head.isCaughtUp(sequence - 1), head.isCaughtUp(sequence)];
    await vi.waitFor(() => expect(known()).toEqual([false, true]), { timeout: 5_000 });
  }
});

test('stops checking while nobody polls, and knows nothing until its next check', async () => {
  const feed = await openTestFeed();
  let looks = 0;
  const database: Database = {
    ...feed.database,
    one: (statement) => {
      looks += 1;
      return feed.database.one(statement);
    },
  };
  const head = headOf({ ...feed, database }, servedAtOnceMs, { checkEveryMs: 20, restAfterMs: 100 });
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
