import fc from 'fast-check';
import { expect, test } from 'vitest';
import { watermarkDelayMs } from '../../../shared/projection/commit/checkpoints.ts';
import { drain } from '../../../shared/projection/testing/step-projector.ts';
import { campaign } from '../../../test/support/campaign.ts';
import { feedSettleMs } from '../queries/event-feed-queries.ts';
import type { StoredEvent } from '../stored-event.ts';
import { gameEvent } from '../testing/game-events.ts';
import { openTestFeed, type TestFeed } from '../testing/open-test-feed.ts';

const noon = Date.UTC(2026, 8, 14, 12);
const items = '[{"id":1,"quantity":1}]';
const filter = { accountIds: ['a'], types: null, minValue: null };
const { runs, seed, label } = campaign(4);

/** Two messages for the reward of one clue. */
const messages = {
  clue: { type: 'CLUE', tier: 'elite', data: `{"extra":{"clueType":"elite","items":${items}}}` },
  loot: { type: 'loot', value_gp: 7, data: `{"extra":{"source":"Clue Scroll (Elite)","items":${items}}}` },
};

type StoredEventRow = StoredEvent & { readonly horizon: number };

async function record(feed: TestFeed, source: string, message: keyof typeof messages, at: number) {
  const event = gameEvent('a', { ...messages[message], occurred_at: noon });
  await feed.journal.import([{ ...event, source, appendTime: noon + at }]);
}

const project = (feed: TestFeed) => drain(feed.database, feed.journal, feed.generation);

async function followed(feed: TestFeed, types: readonly string[] | null = null, after = 0) {
  return feed.queries(feedSettleMs).after(after, { ...filter, types }, 100);
}

test('an event that was served never changes: the projector was away for 12 s between its two records', async () => {
  const feed = await openTestFeed();
  await record(feed, 'dink', 'clue', 0);
  await project(feed);
  // However much time passes, the watermark stays until the projector has read on.
  expect(await followed(feed)).toMatchObject({ events: [], horizon: 0 });
  expect(await followed(feed, ['loot'])).toMatchObject({ events: [], horizon: 0 });
  await record(feed, 'ha', 'loot', 500);
  await project(feed);
  await feed.moveWatermark(noon + feedSettleMs - 1);
  expect((await followed(feed)).events).toEqual([]);
  await feed.moveWatermark(noon + feedSettleMs);
  const { events: served } = await followed(feed);
  expect(served).toMatchObject([{ type: 'loot', value_gp: 7 }]);
  expect((await followed(feed, ['loot'])).events).toEqual(served);
});

test.each(Array.from({ length: runs }, (_, round) => seed + round))(
  `whenever the projector reads, a served event never changes, and a follower with a filter misses no event: %i (${label})`,
  async (roundSeed) => {
    const step = fc.record({
      by: fc.constantFrom('dink', 'ha', 'rseye'),
      message: fc.constantFrom<keyof typeof messages>('clue', 'loot'),
      after: fc.constantFrom(0, 500, 3_000, 9_500, 10_000, 12_500, 40_000),
      reads: fc.boolean(),
    });
    const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 20 }), async (steps) => {
      const feed = await openTestFeed();
      const served = new Map<number, StoredEvent>();
      const seen: number[] = [];
      let [now, place] = [0, 0];
      const look = async () => {
        for (const { horizon: _, ...event } of (await followed(feed)).events as StoredEventRow[]) {
          expect(event).toEqual(served.get(event.seq) ?? event);
          served.set(event.seq, event);
        }
        const page = await followed(feed, ['loot'], place);
        seen.push(...page.events.map(({ seq }) => seq));
        place = page.horizon;
      };
      for (const { by, message, after, reads } of steps) {
        now += after;
        if (reads) {
          await project(feed);
          // Nothing is left to read at this time.
          await feed.moveWatermark(noon + now - watermarkDelayMs);
          await look();
        }
        await record(feed, by, message, now);
      }
      await project(feed);
      await feed.moveWatermark(noon + now + feedSettleMs);
      await look();
      const loot = [...served.values()].filter(({ type }) => type === 'loot').map(({ seq }) => seq);
      expect(seen).toEqual(loot);
    });
    await fc.assert(property, { numRuns: 6, seed: roundSeed });
  },
);
