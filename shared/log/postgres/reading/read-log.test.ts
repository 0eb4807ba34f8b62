import { expect, onTestFinished, test } from 'vitest';
import { entriesOf, entry } from '../../../../test/support/log/log-entries.ts';
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

test('a woken reader at the end gets the new records of several streams by one statement', async () => {
  const store = await openPostgresLogStore();
  const log = store.open();
  const [xp, feed] = await log.append([entry('hub.xp', 'a'), entry('hub.feed', 'a')]);
  let statements = 0;
  const many: typeof store.database.many = (statement) => {
    statements += 1;
    return store.database.many(statement);
  };
  const database = { ...store.database, many };
  const wakes = createLogWakeups();
  onTestFinished(() => wakes.close());
  const readers = { database, wakes, ends: createSharedEnds(database, wakes) };
  const places = [
    { stream: 'hub.xp', partition: xp?.partition ?? 0, offset: 1 },
    { stream: 'hub.feed', partition: feed?.partition ?? 0, offset: 1 },
  ] as const;
  await readLog(readers, places, { maxRecords: 10, waitMs: 0 });
  expect(statements).toBe(1);

  const reading = readLog(readers, places, { maxRecords: 4, waitMs: 60_000 });
  await log.append([...entriesOf('hub.xp', 'a', 3), entry('hub.feed', 'a')]);
  wakes.wake(['hub.xp']);
  const pages = await reading;
  expect(statements).toBe(2);
  // Two records of each partition are at most four.
  expect(pages.map(({ records }) => records.map(({ offset }) => offset))).toEqual([[1, 2], [1]]);
  expect(pages.map(({ start, end, reachedEnd }) => [start, end, reachedEnd])).toEqual([
    [0, 4, false],
    [0, 2, true],
  ]);
  expect(pages[0]?.records[0]?.value).toEqual(entry('hub.xp', 'a').value);

  const rest = await readLog(readers, [{ ...places[0], offset: 3 }], { maxRecords: 4, waitMs: 60_000 });
  expect(rest.map(({ records, reachedEnd }) => [records.map(({ offset }) => offset), reachedEnd])).toEqual([
    [[3], true],
  ]);
});
