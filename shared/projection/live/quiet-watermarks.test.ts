import { expect, test } from 'vitest';
import type { Page } from '../../log/event-log.ts';
import { createDatabaseClock } from '../../postgres/clock/database-clock.ts';
import type { QuietPartitions } from '../commit/checkpoints.ts';
import { newLease } from '../commit/lease.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { createProjectorMetrics } from './projector-metrics.ts';
import { createQuietWatermarks } from './quiet-watermarks.ts';

const place = { stream: 'hub.xp', partition: 0 } as const;
const empty: Page = { ...place, records: [], start: 0, end: 5, reachedEnd: true };

test.each([
  ['a statement says that nothing follows', {}, [100_000]],
  ['only the memory of this process says that nothing follows', { isEndRemembered: true }, []],
  ['the page did not reach the end', { reachedEnd: false }, []],
])('the watermark of a partition moves or not when %s', async (_case, page, expected) => {
  const moved: QuietPartitions[] = [];
  const clock = createDatabaseClock();
  clock.observe(100_000);
  const moveQuiet = createQuietWatermarks({
    moveWatermarks: async (quiet) => moved.push(quiet),
    metrics: createProjectorMetrics(clock, [tallyProjection]),
  });
  const checkpoint = { nextOffset: 5, recordTime: 1, lastAppendTime: 1 };
  const lease = newLease({ ...place, fence: 1, checkpoint });
  const generation = { projection: tallyProjection, number: 1, schema: '"tally_g1"' as never };
  await moveQuiet([{ generation, read: [{ lease, page: { ...empty, ...page } }], isBehind: false }], 100_000);
  expect(moved.map(({ caughtUpAt }) => caughtUpAt)).toEqual(expected);
});
