import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgresEventLog } from '../../../shared/log/postgres/postgres-event-log.ts';
import type { Generation } from '../../../shared/projection/generations/generation.ts';
import { buildGeneration } from '../../../shared/projection/testing/build-generation.ts';
import { digestGeneration } from '../../../shared/projection/testing/digest-generation.ts';
import { drain } from '../../../shared/projection/testing/step-projector.ts';
import { dumpDatabase, restoreInPlace } from '../../../test/support/postgres/dump.ts';
import { eventFeedProjection } from '../projection.ts';
import { gameEvent } from '../testing/game-events.ts';
import { openTestFeed, type TestFeed } from '../testing/open-test-feed.ts';
import { openEpochOfRestore, openFeedEpoch, readNextSequence } from './open-feed-epoch.ts';

test('a log that has every projected record opens no epoch', async () => {
  const feed = await openTestFeed();
  expect(await openFeedEpoch(feed.database, feed.journal)).toBeNull();
  await feed.record(gameEvent('a'), gameEvent('a'));
  await feed.journal.append([gameEvent('a')]);
  expect(await openFeedEpoch(feed.database, feed.journal)).toBeNull();
  expect(await endOf(feed)).toBe(3);
});

test('a follower from before a restore of an older log gets every new event', async () => {
  const feed = await openTestFeed();
  await feed.record(...Array.from({ length: 5 }, () => gameEvent('a')));
  await loseFrom(feed, 3);
  expect(await openFeedEpoch(feed.database, feed.journal)).toBe(5 + 1_000_000);
  await feed.journal.append([gameEvent('a', { level: 1 }), gameEvent('a', { level: 2 })]);

  const rebuilt = await rebuild(feed, 2_000);
  expect(await sequences(feed, rebuilt, 0)).toEqual([1, 2, 3, 1_000_006, 1_000_007]);
  // The follower had seen all five.
  expect(await sequences(feed, rebuilt, 5)).toEqual([1_000_006, 1_000_007]);
  const again = await rebuild(feed, 1);
  expect((await digestGeneration(feed.database, again)).digest).toBe(
    (await digestGeneration(feed.database, rebuilt)).digest,
  );
});

test('an epoch is opened once, however often the hub checks, and a further loss opens the next epoch', async () => {
  const feed = await openTestFeed();
  await feed.record(gameEvent('a'), gameEvent('a'), gameEvent('a'));
  await loseFrom(feed, 1);
  const first = await openFeedEpoch(feed.database, feed.journal);
  expect(await openFeedEpoch(feed.database, feed.journal)).toBeNull();
  await feed.journal.append([gameEvent('a'), gameEvent('a')]);
  const rebuilt = await rebuild(feed, 2_000);
  const highest = Math.max(...(await sequences(feed, rebuilt, 0)));
  expect(highest).toBe((first ?? 0) + 2);

  await loseFrom(feed, 3);
  const second = await openFeedEpoch(feed.database, feed.journal);
  expect(second).toBe(highest + 1_000_000);
  await feed.journal.append([gameEvent('a')]);
  expect(await sequences(feed, await rebuild(feed, 2_000), highest)).toEqual([(second ?? 0) + 1]);
});

test('the epoch of a restore begins above every epoch that clients saw, the database has or the log contains', async () => {
  const feed = await openTestFeed();
  await feed.record(gameEvent('a'), gameEvent('a'), gameEvent('a'));
  const next = () => readNextSequence(feed.database, feed.journal);
  expect(await next()).toBe(4);
  await openEpochOfRestore(feed.database, feed.journal, 5_000_000);
  await drainFeed(feed);
  // The record of the epoch takes the first sequence.
  expect(await next()).toBe(5_000_000 + 1_000_001);

  // Clients saw less than the tables hold.
  const [stored = 0] = await feed.record(gameEvent('a')).then(() => sequences(feed, feed.generation, 3));
  expect(stored).toBe(6_000_001);
  await openEpochOfRestore(feed.database, feed.journal, 1);
  await drainFeed(feed);
  expect(await next()).toBe(stored + 1_000_001);

  // The log has given out more than the tables hold.
  const given = await feed.journal.append([gameEvent('b'), gameEvent('b')]);
  await openEpochOfRestore(feed.database, feed.journal, 1);
  await drainFeed(feed);
  expect(await next()).toBe(stored + 1_000_001 + given.length - 1 + 1_000_001);
});

test('the epoch of a restore begins above the stored epochs, even when the log lost records', async () => {
  const feed = await openTestFeed();
  await feed.record(...Array.from({ length: 5 }, () => gameEvent('a')));
  await loseFrom(feed, 2);
  await openEpochOfRestore(feed.database, feed.journal, 1);
  await feed.journal.append([gameEvent('a')]);
  const rebuilt = await rebuild(feed, 2_000);
  expect(await sequences(feed, rebuilt, 5)).toEqual([5 + 1_000_001]);
});

test('only one of several processes opens an epoch when all check at the same moment', async () => {
  const feed = await openTestFeed();
  await feed.record(gameEvent('a'));
  expect(await openFeedEpoch(feed.database, feed.journal)).toBeNull();
  await feed.database.run({ text: `update hub.feed_place set place = 'the primary before'` });
  const looks = await Promise.all([1, 2, 3].map(() => openFeedEpoch(feed.database, feed.journal)));
  expect(looks.filter((opened) => opened !== null)).toEqual([1 + 1_000_000]);
});

test('a dump that is restored into another database opens an epoch, even when tables and log match', async () => {
  const feed = await openTestFeed();
  await feed.record(gameEvent('a'), gameEvent('a'));
  expect(await openFeedEpoch(feed.database, feed.journal)).toBeNull();
  // This event is not projected yet.
  await feed.journal.append([gameEvent('a')]);
  await feed.database.run({ text: `update hub.feed_place set place = 'where the dump was taken'` });
  expect(await openFeedEpoch(feed.database, feed.journal)).toBe(3 + 1_000_000);
  expect(await openFeedEpoch(feed.database, feed.journal)).toBeNull();
  await feed.record(gameEvent('a'));
  expect(await sequences(feed, feed.generation, 3)).toEqual([3 + 1_000_001]);
});

test('a dump that is restored over the database that it was taken from opens an epoch, and only once', async () => {
  const feed = await openTestFeed();
  await feed.record(gameEvent('a'), gameEvent('a'));
  expect(await openFeedEpoch(feed.database, feed.journal)).toBeNull();
  const dump = await dumpDatabase(feed.database);
  await feed.record(gameEvent('a'), gameEvent('a'), gameEvent('a'));
  await restoreInPlace(feed.database, dump);
  expect(await openFeedEpoch(feed.database, feed.journal)).toBe(2 + 1_000_000);
  expect(await openFeedEpoch(feed.database, feed.journal)).toBeNull();
  await feed.record(gameEvent('a'));
  expect(await sequences(feed, feed.generation, 5)).toEqual([2 + 1_000_001]);
});

test('rows that were copied back into the tables open an epoch only once', async () => {
  const feed = await openTestFeed();
  await feed.record(gameEvent('a'));
  expect(await openFeedEpoch(feed.database, feed.journal)).toBeNull();
  await feed.database.run({
    text: `create table public.dumped as select * from hub.feed_place;
           truncate hub.feed_place;
           insert into hub.feed_place select * from public.dumped`,
  });
  expect(await openFeedEpoch(feed.database, feed.journal)).toBe(1 + 1_000_000);
  expect(await openFeedEpoch(feed.database, feed.journal)).toBeNull();
});

test('tables that maintenance rewrites open no epoch', async () => {
  const feed = await openTestFeed();
  await feed.record(gameEvent('a'));
  expect(await openFeedEpoch(feed.database, feed.journal)).toBeNull();
  for (const table of ['hub.feed_place', 'log.partition', 'log.hub_feed']) {
    for (const how of ['vacuum (freeze)', 'vacuum full', 'reindex table']) {
      await feed.database.run({ text: `${how} ${table}` });
    }
  }
  await feed.database.run({ text: 'cluster hub.feed_place using feed_place_pkey' });
  expect(await openFeedEpoch(feed.database, feed.journal)).toBeNull();
});

test('database files that were copied back open an epoch only once', async () => {
  const feed = await openTestFeed();
  const folder = await mkdtemp(join(tmpdir(), 'hub-feed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const log = openPostgresEventLog({ ...feed, databaseDirectory: join(folder, 'postgres') });
  onTestFinished(() => log.close());
  const open = () => openFeedEpoch(feed.database, { ...feed.journal, log });
  await feed.record(gameEvent('a'), gameEvent('a'));
  // The first check has no folder, as in an earlier release.
  expect(await openFeedEpoch(feed.database, feed.journal)).toBeNull();
  expect(await open()).toBeNull();
  expect(await open()).toBeNull();
  // The tables are older than the file next to them.
  await feed.database.run({ text: 'update hub.feed_place set files = (files::bigint - 3600)::text' });
  expect(await open()).toBe(2 + 1_000_000);
  expect(await open()).toBeNull();
  // The tables were copied without the file.
  await rm(join(folder, 'postgres.started'));
  expect(await open()).toBe(2 + 2 * 1_000_000);
  expect(await open()).toBeNull();
});

/** Takes the log back to `offset`, as a restore does; the tables stay. */
async function loseFrom({ database }: TestFeed, offset: number): Promise<void> {
  await database.run({ text: 'delete from log.hub_feed where "offset" >= $1', values: [offset] });
  await database.run({
    text: `update log.partition set next_offset = $1 where stream = 'hub.feed'`,
    values: [offset],
  });
}

function drainFeed({ database, journal, generation }: TestFeed): Promise<void> {
  return drain(database, journal, generation);
}

async function endOf({ journal }: TestFeed): Promise<number | undefined> {
  return (await journal.log.ends(['hub.feed']))[0]?.end;
}

function rebuild({ database, journal }: TestFeed, size: number): Promise<Generation> {
  return buildGeneration({ database, journal, projection: eventFeedProjection, batchSize: () => size });
}

async function sequences(feed: TestFeed, { schema }: Generation, after: number): Promise<number[]> {
  const filter = { accountIds: ['a'], types: null, minValue: null };
  const { events } = await feed.queries(-60_000, schema).after(after, filter, 10);
  return events.map(({ seq }) => seq);
}
