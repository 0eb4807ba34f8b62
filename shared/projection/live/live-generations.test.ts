import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../postgres/database.ts';
import { prepareGenerations } from '../generations/generations.ts';
import { eventually } from '../testing/eventually.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { announce, generationsChanged, onAnnounced } from './announce.ts';
import { openLiveGenerations, readLiveEveryMs } from './live-generations.ts';

test('a notification during a read leads to another read, because the first may lack the change', async () => {
  const { database, notifications, logger } = await openTestLog();
  await prepareGenerations(database, []);
  const [read, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  /** Reads have their rows at once, and end after `letGo`. */
  const slow: Database = {
    ...database,
    many: async (statement) => {
      const rows = await database.many(statement);
      read.resolve();
      await letGo.promise;
      return rows;
    },
  };
  const live = openLiveGenerations({ database: slow, notifications, logger, readEveryMs: 60_000 });
  onTestFinished(() => live.close());
  await read.promise;

  await prepareGenerations(database, [tallyProjection]);
  const told = Promise.withResolvers<void>();
  const stopListening = onAnnounced(notifications, [generationsChanged], told.resolve);
  onTestFinished(stopListening);
  await announce(database, [generationsChanged]);
  await told.promise;
  letGo.resolve();
  await eventually(() => expect(live.schemaOf(tallyProjection.name)).toBe('"tally_g1"'));
});

test('sees a pointer that was moved without an announcement', async () => {
  const { database, notifications, logger } = await openTestLog();
  expect(readLiveEveryMs).toBe(5_000);
  const live = openLiveGenerations({ database, notifications, logger, readEveryMs: 100 });
  onTestFinished(() => live.close());
  expect(live.schemaOf(tallyProjection.name)).toBeNull();

  await prepareGenerations(database, [tallyProjection]);
  await eventually(() => expect(live.schemaOf(tallyProjection.name)).toBe('"tally_g1"'));
  expect(live.tablesOf(tallyProjection.name)?.shape).toBe(tallyProjection.version.shape);
});
