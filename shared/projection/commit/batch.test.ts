import { expect, test } from 'vitest';
import { prepareGenerations } from '../generations/generations.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { drain, liveGeneration } from '../testing/step-projector.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { entryOf, xp } from '../testing/xp-records.ts';
import { recordTimeOf } from './batch.ts';

test('a record time never decreases on a stream that is kept for ever', () => {
  expect(recordTimeOf({ policy: 'forever' }, 200, 100)).toBe(200);
  expect(recordTimeOf({ policy: 'forever' }, 200, 300)).toBe(300);
});

test('the record time is the append time on a stream that may lack earlier records', () => {
  expect(recordTimeOf({ policy: 'latest' }, 200, 100)).toBe(100);
  expect(recordTimeOf({ policy: 'expires', setting: 'LOCATION_RETENTION_DAYS' }, 200, 100)).toBe(100);
});

test.each([1, 2, 100])('a record time stays when append times fall, in batches of %i', async (size) => {
  const { database, journal } = await openTestLog();
  await prepareGenerations(database, [tallyProjection]);
  await journal.log.import(
    [1_000, 3_000, 2_000, 4_000].map((appendTime, index) => ({
      ...entryOf(xp('a', index + 1)),
      appendTime,
    })),
  );
  const generation = await liveGeneration(database, tallyProjection);
  await drain(database, journal, generation, { batchSize: () => size });
  const { history } = await database.one<{ history: string }>({
    text: `select history from ${generation.schema}.tally`,
  });
  expect(history).toBe(' 1@1000 2@3000 3@3000 4@4000');
});
