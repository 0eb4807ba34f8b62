import { randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { openDirectory } from '../../projections/access/directory/open-directory.ts';
import { startStateCopy } from '../../projections/account-state/queries/state-copy.ts';
import { gameEvent } from '../../projections/event-feed/testing/game-events.ts';
import { openTestFeed, type TestFeed } from '../../projections/event-feed/testing/open-test-feed.ts';
import { createLifecycle } from '../../shared/async/lifecycle.ts';
import { openQueryServices } from './open-query-services.ts';

const everything = { accountIds: ['a'], types: null, minValue: null };
const allTime = { accountIds: ['a'], from: 0, to: Number.MAX_SAFE_INTEGER };

test('the feed holds back events that were recorded less than 10 s before the watermark (read-api 6 rule 5)', async () => {
  const feed = await openTestFeed();
  await feed.record(gameEvent('a', { type: 'loot', value_gp: 5 }));
  const { feed: served } = await openServices(feed);
  await expect.poll(() => served.horizon().catch(() => 'not ready')).toBe(0);
  const seen = async () => [
    (await served.after(0, everything, 9)).events.length,
    (await served.latest(everything, 9)).events.length,
    (await served.topLoot(allTime, 9)).length,
    await served.horizon(),
  ];
  const { received_at: at } = await feed.database.one<{ received_at: number }>({
    text: `select received_at from ${feed.generation.schema}.event`,
  });
  await feed.moveWatermark(at + 9_999);
  expect(await seen()).toEqual([0, 0, 0, 0]);
  await feed.moveWatermark(at + 10_000);
  expect(await seen()).toEqual([1, 1, 1, 1]);
});

async function openServices(feed: TestFeed) {
  const lifecycle = createLifecycle();
  onTestFinished(() => lifecycle.close());
  const directory = openDirectory(feed);
  lifecycle.onClose(directory.close);
  return openQueryServices({
    ...feed,
    followerPool: feed.database,
    directory,
    state: startStateCopy({ ...feed, lifecycle }),
    hubSecret: randomBytes(32),
    settings: { XP_RAW_RETENTION_DAYS: 365, LOCATION_RETENTION_DAYS: 30, TILE_TRAIL_DAYS: 7 },
    metrics: new Registry(),
    lifecycle,
  });
}
