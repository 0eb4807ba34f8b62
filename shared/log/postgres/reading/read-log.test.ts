import { expect, onTestFinished, test } from 'vitest';
import { entry } from '../../../../test/support/log/log-entries.ts';
import { openPostgresLogStore } from '../../../../test/support/log/postgres-log-store.ts';
import { readLog } from './read-log.ts';
import { createLogWakeups } from './reader-wakeups.ts';
import { createSharedEnds, type SharedEnds } from './shared-ends.ts';

test('a reader with a wait of a minute finds a record within seconds, even without a notification', async () => {
  const store = await openPostgresLogStore();
  const log = store.open();
  const [first] = await log.append([entry('hub.xp', 'a')]);
  // Nothing wakes this reader.
  const wakes = createLogWakeups();
  onTestFinished(() => wakes.close());
  const ends = createSharedEnds(store.database, wakes);
  const looked = Promise.withResolvers<void>();
  const read: SharedEnds['read'] = async (positions) => {
    const found = await ends.read(positions);
    looked.resolve();
    return found;
  };
  const place = { stream: 'hub.xp', partition: first?.partition ?? 0, offset: 1 } as const;
  const readers = { database: store.database, wakes, ends: { ...ends, read } };
  const reading = readLog(readers, [place], { maxRecords: 10, waitMs: 60_000 });
  await looked.promise;
  await log.append([entry('hub.xp', 'a')]);
  const [page] = await reading;
  expect(page?.records.map(({ offset }) => offset)).toEqual([1]);
});
