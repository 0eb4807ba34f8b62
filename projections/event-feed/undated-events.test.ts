import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type NewEvent, newEvent } from '../../shared/events/event.ts';
import { feedEpochOpened } from '../../shared/events/types/feed-epoch-opened.ts';
import type { QuotedSchema } from '../../shared/postgres/quoted-schema.ts';
import { buildGeneration } from '../../shared/projection/testing/build-generation.ts';
import { digestGeneration } from '../../shared/projection/testing/digest-generation.ts';
import { drain } from '../../shared/projection/testing/step-projector.ts';
import { eventFeedProjection } from './projection.ts';
import { gameEvent } from './testing/game-events.ts';
import { openTestFeed, type TestFeed } from './testing/open-test-feed.ts';

const day = 86_400_000;
const noon = Date.UTC(2026, 8, 14, 12);
const epochs = (base: number) => newEvent(feedEpochOpened, { subject: 'hub', source: 'hub' }, { base });

/** @param events as [ms after noon, event] */
async function feedOf(events: readonly (readonly [number, NewEvent])[], batch: number): Promise<TestFeed> {
  const feed = await openTestFeed();
  await feed.journal.import(events.map(([after, event]) => ({ ...event, appendTime: noon + after })));
  await drain(feed.database, feed.journal, feed.generation, { batchSize: () => batch });
  return feed;
}

async function stored(feed: TestFeed, schema?: QuotedSchema) {
  const filter = { accountIds: ['a'], types: null, minValue: null };
  return (await feed.queries(undefined, schema).after(0, filter, 100)).events;
}

/** Equal records at these times, ms after noon. @returns the indexes of events */
async function takenOf(times: readonly number[], batch = 2_000): Promise<number[]> {
  const alike = { event_id: randomUUID(), undated: true } as const;
  const feed = await feedOf(
    times.map((after) => [after, gameEvent('a', alike)]),
    batch,
  );
  return (await stored(feed)).map(({ seq }) => seq - 1);
}

test.each([1, 3, 2_000])(
  'an event without any time counts as a resend of an equal event for 120 s of log time, in batches of %i',
  async (batch) => {
    expect(await takenOf([0, day], batch)).toEqual([0, 1]);
    expect(await takenOf([0, 119_999, 120_000], batch)).toEqual([0]);
    // The 120 s begin with an event of the feed, not with a record that was left out.
    expect(await takenOf([0, 100_000, 120_001, 200_000, 240_001, 240_002], batch)).toEqual([0, 2, 5]);
    expect(await takenOf([0, 200_000, 400_000, 410_000, 520_001], batch)).toEqual([0, 1, 2, 4]);
  },
);

test.each([1, 2_000])(
  'a record may set the time for which it counts as a resend of an equal event, in batches of %i',
  async (batch) => {
    const event_id = randomUUID();
    const event = gameEvent('a', { event_id, undated: true, resent_within_ms: 5_000 });
    const feed = await feedOf(
      [0, 2_000, 5_000, 5_001, 10_002].map((after) => [after, event]),
      batch,
    );
    expect((await stored(feed)).map(({ seq }) => seq - 1)).toEqual([0, 3, 4]);
  },
);

test('the first of several equal events has the id in its records, and each later event has its own id', async () => {
  const event_id = randomUUID();
  const event = gameEvent('a', { event_id, undated: true, level: 7 });
  const feed = await feedOf(
    [0, day, 2 * day].map((after) => [after, event]),
    2_000,
  );
  const events = await stored(feed);
  expect(events.map((each) => [each.level, each.received_at])).toEqual([
    [7, noon],
    [7, noon + day],
    [7, noon + 2 * day],
  ]);
  expect(events[0]?.event_id).toBe(event_id);
  expect(new Set(events.map((each) => each.event_id)).size).toBe(3);
});

test('an event with its own id or time always counts as a resend, even in a record older than the rule', async () => {
  const event_id = randomUUID();
  const before = gameEvent('a', { event_id });
  const feed = await feedOf(
    [
      [0, before],
      [1_000, gameEvent('a', { event_id, undated: true })],
      [day, before],
      [2 * day, gameEvent('a', { event_id, undated: true })],
      [3 * day, before],
    ],
    2,
  );
  expect((await stored(feed)).map(({ seq }) => seq)).toEqual([1, 4]);
});

test('different events are separate events, and a repeated event has a sequence of its epoch', async () => {
  const [first, one, other] = [0, 1, 2].map(() => gameEvent('a', { event_id: randomUUID(), undated: true }));
  if (first === undefined || one === undefined || other === undefined) throw new Error('three events');
  const log = [
    [0, first],
    [0, one],
    [1, other],
    [day, epochs(1_000)],
    [day, one],
    [day, other],
    [2 * day, epochs(2_000)],
    [2 * day, one],
  ] as const;
  const digests = new Set<string>();
  // With batches of four, an epoch opens between two pages that have the same stored event.
  for (const batch of [1, 2, 3, 4, 2_000]) {
    const feed = await feedOf(log, batch);
    expect((await stored(feed)).map(({ seq }) => seq)).toEqual([1, 2, 3, 1_004, 1_005, 2_007]);
    const { database, journal } = feed;
    const rebuilt = await buildGeneration({
      database,
      journal,
      projection: eventFeedProjection,
      batchSize: () => batch,
      pageRecords: 1,
    });
    for (const generation of [feed.generation, rebuilt])
      digests.add((await digestGeneration(database, generation)).digest);
  }
  expect(digests.size).toBe(1);
});
