import { expect, onTestFinished, test } from 'vitest';
import { eraseSubjectsFromLog } from '../../log/erase-subjects-from-log.ts';
import { openDatabase } from '../../postgres/open-database.ts';
import { commitBatch } from '../commit/commit-batch.ts';
import { createGeneration } from '../generations/generations.ts';
import { dropGeneration } from '../replay/rebuild/drop-generation.ts';
import { buildGeneration } from '../testing/build-generation.ts';
import { digestGeneration } from '../testing/digest-generation.ts';
import { eventually } from '../testing/eventually.ts';
import { openTally, tallyTotals } from '../testing/open-tally.ts';
import type { TestLog } from '../testing/open-test-log.ts';
import { drain, parkedRows, readBatch, step, takeAll } from '../testing/step-projector.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { entryOf, neighbours, poison, refused, xp } from '../testing/xp-records.ts';
import { eraseSubjects } from './erase-subjects.ts';

const [gone = '', other = ''] = neighbours(2);

test('the end of a subject deletes its rows, and other rows stay', async () => {
  const { database, journal, generation } = await openTally();
  await journal.append([xp(gone, 1), xp(other, 1)]);
  await drain(database, journal, generation);
  expect(await tallyTotals({ database, generation })).toEqual({ [gone]: 1, [other]: 1 });
  await eraseSubjectsFromLog(journal.log, [gone]);
  await drain(database, journal, generation);
  expect(await tallyTotals({ database, generation })).toEqual({ [other]: 1 });
});

test('nothing of a subject is left, whatever comes before and after its end, in batches of any size', async () => {
  const { database, journal, generation } = await openTally();
  await journal.append([xp(gone, 1), xp(other, 1), poison(gone), xp(gone, 2)]);
  await eraseSubjectsFromLog(journal.log, [gone]);
  await journal.append([xp(gone, 4), poison(gone), refused(gone), xp(other, 2), xp(gone, 8)]);
  await drain(database, journal, generation);
  expect(await tallyTotals({ database, generation })).toEqual({ [other]: 3 });
  expect(await parkedRows(database, generation)).toEqual([]);
  const { digest } = await digestGeneration(database, generation);
  for (const size of [1, 2, 3, 5]) {
    const rebuilt = await buildGeneration({
      database,
      journal,
      projection: tallyProjection,
      batchSize: () => size,
    });
    expect((await digestGeneration(database, rebuilt)).digest).toBe(digest);
    expect(await parkedRows(database, rebuilt)).toEqual([]);
  }
});

test('an erasure reaches generations that are far behind, and a batch that is already decoded', async () => {
  const { database, journal, decisions, generation } = await openTally();
  const options = { database, decisions };
  await journal.append([xp(gone, 1), xp(other, 1), xp(gone, 2), xp(other, 2)]);
  await drain(database, journal, generation);
  const building = await database.transaction((tx) => createGeneration(tx, tallyProjection, 'building'));
  const leases = await takeAll(database, building);
  const batch = await readBatch(journal, building, leases);
  await commitBatch(options, building, batch.slice(0, 2));
  expect(await tallyTotals({ database, generation: building })).toEqual({ [gone]: 1, [other]: 1 });

  await eraseSubjects(database, [gone]);
  expect(await tallyTotals({ database, generation })).toEqual({ [other]: 3 });
  expect(await tallyTotals({ database, generation: building })).toEqual({ [other]: 1 });
  await commitBatch(options, building, batch.slice(2));
  expect(await tallyTotals({ database, generation: building })).toEqual({ [other]: 3 });
  await journal.append([xp(gone, 4), xp(other, 4)]);
  await step(database, journal, building, leases);
  expect(await tallyTotals({ database, generation: building })).toEqual({ [other]: 7 });
});

test('an erasure waits for a batch that is being written, and deletes its rows too', async () => {
  const { database, journal, generation } = await openTally();
  await journal.append([xp(gone, 1), xp(other, 1)]);
  const saving = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const slow = {
    ...tallyProjection,
    save: async (...save: Parameters<typeof tallyProjection.save>) => {
      saving.resolve();
      await goOn.promise;
      await tallyProjection.save(...save);
    },
  };
  const projecting = drain(database, journal, { ...generation, projection: slow });
  await saving.promise;
  const erasing = eraseSubjects(database, [gone]);
  await untilSomebodyWaits(database);
  goOn.resolve();
  await Promise.all([projecting, erasing]);
  expect(await tallyTotals({ database, generation })).toEqual({ [other]: 1 });
});

test('an erasure waits for a table that a rebuild indexes, longer than other statements wait', async () => {
  const { database, journal, generation } = await openTally();
  await journal.append([xp(gone, 1), xp(other, 1)]);
  await drain(database, journal, generation);
  const indexing = await database.connect();
  await indexing.query('begin');
  await indexing.query('lock table tally_g1.tally in share mode');
  const erasing = eraseSubjects(database, [gone]);
  await indexing.query('select pg_sleep(3.3)');
  expect(await tallyTotals({ database, generation })).toEqual({ [gone]: 1, [other]: 1 });
  await indexing.query('commit');
  await indexing.end();
  await erasing;
  expect(await tallyTotals({ database, generation })).toEqual({ [other]: 1 });
});

test('an erasure continues when a generation is dropped in the meantime', async () => {
  const { database, journal, generation } = await openTally();
  await journal.append([xp(gone, 1), xp(other, 1)]);
  await drain(database, journal, generation);
  const dropped = await database.transaction((tx) => createGeneration(tx, tallyProjection, 'building'));
  await drain(database, journal, dropped);
  const holding = await database.connect();
  await holding.query('begin; lock table tally_g1.tally in share mode');
  const erasing = eraseSubjects(database, [gone]);
  await untilSomebodyWaits(database);
  expect(await dropGeneration(database, 'tally', dropped.number)).toBe(true);
  await holding.query('commit');
  await holding.end();
  await erasing;
  expect(await tallyTotals({ database, generation })).toEqual({ [other]: 1 });
});

test('an erasure may take longer than its pool waits for other statements', async () => {
  const { database, url, journal, generation } = await openTally();
  await journal.append([xp(gone, 1), xp(other, 1)]);
  await drain(database, journal, generation);
  const hasty = openDatabase({
    url,
    name: 'test',
    maxConnections: 1,
    statementTimeoutMs: 60_000,
    abandonAfterMs: 300,
  });
  onTestFinished(hasty.close);
  const holding = await database.connect();
  await holding.query('begin; lock table tally_g1.tally in share mode');
  const erasing = eraseSubjects(hasty, [gone]);
  const released = (async () => {
    await holding.query('select pg_sleep(1)');
    await holding.query('commit');
    await holding.end();
  })();
  await Promise.all([erasing, released]);
  expect(await tallyTotals({ database, generation })).toEqual({ [other]: 1 });
});

test('an erasure deletes parked records, and later records do not wait behind them', async () => {
  const { database, journal, generation } = await openTally();
  const leases = await takeAll(database, generation);
  await journal.log.append([entryOf(poison(gone)), entryOf(xp(gone, 1)), entryOf(poison(other))]);
  await step(database, journal, generation, leases);
  expect(await parkedRows(database, generation)).toHaveLength(3);
  await eraseSubjects(database, [gone]);
  await journal.append([xp(gone, 2), xp(other, 2)]);
  await step(database, journal, generation, leases);
  expect((await parkedRows(database, generation)).map(({ subject }) => subject)).toEqual([other, other]);
});

test('an erasure changes no offsets and no positions', async () => {
  const { database, journal, generation } = await openTally();
  await journal.append([xp(gone, 1), xp(other, 1)]);
  await drain(database, journal, generation);
  const before = await positions(database);
  await eraseSubjects(database, [gone]);
  expect(await positions(database)).toEqual(before);
});

async function untilSomebodyWaits(database: TestLog['database']): Promise<void> {
  await eventually(async () => {
    const waiting = await database.many({
      text: `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    });
    expect(waiting).toHaveLength(1);
  });
}

function positions(database: TestLog['database']) {
  return database.many<object>({
    text: `select stream, partition, next_offset, epoch, record_time, watermark_at
           from projection.checkpoint
           order by stream, partition`,
  });
}
