import { expect, it } from 'vitest';
import { entry } from '../../../../test/support/log/log-entries.ts';
import { readAll, readFrom } from '../../../../test/support/log/log-records.ts';
import { openPostgresLogStore } from '../../../../test/support/log/postgres-log-store.ts';
import { type StreamName, streamDefinition } from '../../../events/streams.ts';
import type { Database } from '../../../postgres/database.ts';
import type { EventLog } from '../../event-log.ts';
import { recordsPerBlock } from '../../records/record-columns.ts';
import { expiredRecordsMax } from './clear-stream.ts';
import { createLogMaintenance, maintainLog } from './log-maintenance.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const retention = {
  rawPayloadMs: 72 * hourMs,
  locationMs: 30 * dayMs,
  tileTrailMs: 7 * dayMs,
  auditLogMs: 730 * dayMs,
};

async function openStore() {
  const store = await openPostgresLogStore();
  return { log: store.open(), database: store.database };
}

/** @param ages in ms */
async function importAged(
  log: EventLog,
  stream: StreamName,
  ages: readonly number[],
  key = 'a',
  subject = 'a',
): Promise<void> {
  const now = Date.now();
  await log.import(ages.map((age) => ({ ...entry(stream, subject), key, appendTime: now - age })));
}

it('deletes records a little before their limit, and moves the start', async () => {
  const { log, database } = await openStore();
  await importAged(log, 'hub.raw', [100 * hourMs, 73 * hourMs, 72 * hourMs - 5 * 60_000, 71 * hourMs, 0]);
  expect(await maintainLog(database, retention)).toEqual({ deleted: 3, more: false });
  const [record] = await readAll(log, ['hub.raw']);
  expect(record?.offset).toBe(3);
  const ends = await log.ends(['hub.raw']);
  expect(ends.find(({ partition }) => partition === record?.partition)).toMatchObject({ start: 3, end: 5 });
  expect(await maintainLog(database, retention)).toEqual({ deleted: 0, more: false });
});

it('deletes records before their limit even when times decrease, as from brokers with different clocks', async () => {
  const { log, database } = await openStore();
  const [limit, reserve] = [72 * hourMs, 10 * 60_000];
  const overDue = [limit - reserve + 10_000, limit - reserve - 10_000, limit - reserve + 10_000];
  await importAged(log, 'hub.raw', [...overDue, 71 * hourMs, 71 * hourMs + 2_000]);
  expect(await maintainLog(database, retention)).toEqual({ deleted: 3, more: false });
  expect((await readAll(log, ['hub.raw'])).map(({ offset }) => offset)).toEqual([3, 4]);
});

it('clears all partitions in one transaction, and many records in several transactions', async () => {
  const { log, database } = await openStore();
  const { counting, transactions } = countTransactions(database);
  for (const subject of subjectsOfAllPartitions()) {
    await importAged(log, 'hub.location', [40 * dayMs], subject, subject);
  }
  expect(await maintainLog(counting, retention)).toMatchObject({ deleted: subjectsOfAllPartitions().length });
  const few = transactions();
  expect(few).toBeLessThan(5);
  await importAged(log, 'hub.raw', Array(3 * expiredRecordsMax).fill(100 * hourMs));
  expect(await maintainLog(counting, retention)).toMatchObject({ deleted: 3 * expiredRecordsMax });
  expect(transactions() - few).toBeGreaterThan(2);
});

it('deletes nothing from streams that are kept for ever', async () => {
  const { log, database } = await openStore();
  await importAged(log, 'hub.feed', [4_000 * dayMs, 0]);
  expect(await maintainLog(database, retention)).toEqual({ deleted: 0, more: false });
});

it('shows the start of the log to a reader below it', async () => {
  const { log, database } = await openStore();
  await importAged(log, 'hub.raw', [100 * hourMs, 100 * hourMs]);
  await maintainLog(database, retention);
  const { partition } = entry('hub.raw', 'a');
  const [page] = await log.read([{ stream: 'hub.raw', partition, offset: 0 }], {
    maxRecords: 9,
    waitMs: 9_000,
  });
  expect(page).toMatchObject({ records: [], start: 2, end: 2 });
});

it('keeps the newest record of each key, and all records younger than a minute', async () => {
  const { log, database } = await openStore();
  const now = Date.now();
  const state = (part: string, age: number) => ({
    ...entry('hub.state', 'a'),
    key: `a/${part}`,
    appendTime: now - age,
  });
  const entries = [
    state('hp', 9 * dayMs),
    state('location', dayMs),
    state('hp', dayMs),
    state('location', hourMs),
    state('hp', 1_000),
    state('hp', 0),
  ];
  await log.import(entries);
  expect(await maintainLog(database, retention)).toEqual({ deleted: 2, more: false });
  const kept = await readAll(log, ['hub.state']);
  expect(kept.map((record) => record.offset)).toEqual([2, 3, 4, 5]);
  expect(await maintainLog(database, retention)).toEqual({ deleted: 0, more: false });
});

it('continues with later records where it stopped', async () => {
  const { log, database } = await openStore();
  await importAged(log, 'hub.state', Array(6_000).fill(3 * hourMs), 'a/hp');
  expect(await maintainLog(database, retention)).toEqual({ deleted: 5_999, more: false });
  await importAged(log, 'hub.state', Array(10).fill(2 * hourMs), 'a/hp');
  expect(await maintainLog(database, retention)).toEqual({ deleted: 10, more: false });
  const { partition } = entry('hub.state', 'a');
  const kept = await readFrom(log, { stream: 'hub.state', partition, offset: 0 });
  expect(kept.map((record) => record.offset)).toEqual([6_009]);
});

it('reads a batch by its keys, and never all of a long log', async () => {
  const { log, database } = await openStore();
  const ages = Array<number>(20_000).fill(3 * hourMs);
  for (let part = 0; part < 4; part += 1) await importAged(log, 'hub.state', ages, `a/${part}`);
  await database.run({ text: 'vacuum analyze log.hub_state' });
  const wholeReads = async () => {
    await database.run({ text: 'select pg_stat_force_next_flush()' });
    const { scans } = await database.one<{ scans: number }>({
      text: `select seq_scan as scans from pg_stat_user_tables where schemaname = 'log' and relname = 'hub_state'`,
    });
    return scans;
  };
  const before = await wholeReads();
  expect(await maintainLog(database, retention)).toEqual({ deleted: 79_996, more: false });
  expect(await wholeReads()).toBe(before);
});

it('drops a tombstone after a week, but never the last record of a partition', async () => {
  const { log, database } = await openStore();
  const now = Date.now();
  const tombstone = (key: string, age: number) => ({
    ...entry('hub.keys', 'a'),
    key,
    value: null,
    appendTime: now - age,
  });
  await log.import([
    { ...tombstone('a/1', 9 * dayMs), value: Buffer.from('{}') },
    tombstone('a/1', 8 * dayMs),
    tombstone('a/2', 8 * dayMs),
  ]);
  await maintainLog(database, retention);
  expect((await readAll(log, ['hub.keys'])).map((record) => record.key)).toEqual(['a/2']);
});

it('may be run by several processes at once, while others append', async () => {
  const { log, database } = await openStore();
  await importAged(log, 'hub.state', Array(3_000).fill(hourMs), 'a/hp');
  const appending = Promise.all(Array.from({ length: 20 }, () => log.append([entry('hub.state', 'a')])));
  const runs = await Promise.all([1, 2, 3].map(() => maintainLog(database, retention)));
  await appending;
  expect(runs.reduce((sum, run) => sum + run.deleted, 0)).toBe(2_999);
  expect(await readAll(log, ['hub.state'])).toHaveLength(21);
});

it('waits 20 s after a call with work, and a minute after a call without work', async () => {
  const { log, database } = await openStore();
  let now = 0;
  const maintain = createLogMaintenance(database, retention, () => now);
  const kept = async () => (await readAll(log, ['hub.raw'])).length;
  await importAged(log, 'hub.raw', [100 * hourMs]);
  await maintain();
  expect(await kept()).toBe(0);
  await importAged(log, 'hub.raw', [95 * hourMs]);
  now += 19_000;
  await maintain();
  expect(await kept()).toBe(1);
  now += 2_000;
  await maintain();
  expect(await kept()).toBe(0);
  now += 21_000;
  await maintain();

  await importAged(log, 'hub.raw', [90 * hourMs]);
  now += 59_000;
  await maintain();
  expect(await kept()).toBe(1);
  now += 2_000;
  await maintain();
  expect(await kept()).toBe(0);
});

it('searches all streams for expired records in one transaction', async () => {
  const { database } = await openStore();
  const { counting, transactions } = countTransactions(database);
  await maintainLog(counting, retention);
  expect(transactions()).toBe(1);
});

it('continues with other streams when records to delete in one stream are damaged, and reports this at the end', async () => {
  const { log, database } = await openStore();
  await damage(database, 'log.hub_raw');
  await importAged(log, 'hub.raw', [100 * hourMs]);
  await importAged(log, 'hub.state', [2 * dayMs, 2 * dayMs], 'a/hp');
  await importAged(log, 'hub.location', [40 * dayMs, 40 * dayMs]);
  await importAged(log, 'hub.xp', Array(recordsPerBlock).fill(dayMs));
  await expect(maintainLog(database, retention)).rejects.toThrow('invalid page in block 0');
  const left = async (stream: StreamName) => (await readAll(log, [stream])).length;
  expect([await left('hub.raw'), await left('hub.state'), await left('hub.location')]).toEqual([1, 1, 0]);
  expect(await packedStreams(database)).toEqual(['hub.xp']);
});

it('packs the other streams when records to pack in one stream are damaged, and reports this at the end', async () => {
  const { log, database } = await openStore();
  await damage(database, 'log.hub_activity');
  await importAged(log, 'hub.activity', Array(recordsPerBlock).fill(dayMs));
  await importAged(log, 'hub.xp', Array(recordsPerBlock).fill(dayMs));
  await expect(maintainLog(database, retention)).rejects.toThrow('invalid page in block 0');
  expect(await packedStreams(database)).toEqual(['hub.xp']);
});

it.each([
  { what: 'is damaged', errcode: 'XX001', one: 'a', other: 'b' },
  { what: 'is damaged', errcode: 'XX001', one: 'b', other: 'a' },
  { what: 'takes too long', errcode: '57014', one: 'a', other: 'b' },
  { what: 'waits for a lock', errcode: '55P03', one: 'b', other: 'a' },
])(
  'maintains the other partitions of a stream when a partition $what: the partition of $one',
  async ({ errcode, one, other }) => {
    const { log, database } = await openStore();
    const { partition: damaged } = entry('hub.location', one);
    const { partition: whole } = entry('hub.location', other);
    expect(whole).not.toBe(damaged);
    for (const table of ['log.hub_location', 'log.hub_state', 'log.hub_xp']) {
      await damage(database, table, { partition: damaged, errcode });
    }
    for (const subject of ['a', 'b']) {
      await importAged(log, 'hub.location', [40 * dayMs, 40 * dayMs], subject, subject);
      await importAged(log, 'hub.state', [2 * dayMs, 2 * dayMs], subject, subject);
      await importAged(log, 'hub.xp', Array(recordsPerBlock).fill(dayMs), subject, subject);
    }
    await expect(maintainLog(database, retention)).rejects.toThrow('invalid page in block 0');
    const left = async (stream: StreamName) =>
      (await readAll(log, [stream])).map(({ partition }) => partition).sort();
    expect(await left('hub.location')).toEqual([damaged, damaged]);
    expect(await left('hub.state')).toEqual([damaged, damaged, whole].sort());
    const packed = await database.many({
      text: 'select partition from log.partition where packed_offset > 0',
    });
    expect(packed).toEqual([{ partition: whole }]);
  },
);

it('drops the tombstones of other partitions when one partition is damaged', async () => {
  const { log, database } = await openStore();
  const { partition } = entry('hub.state', 'a');
  await damage(database, 'log.hub_state', { partition });
  for (const subject of ['a', 'b']) {
    const tombstone = { ...entry('hub.state', subject), key: `${subject}/gone`, value: null };
    await log.import([{ ...tombstone, appendTime: Date.now() - 8 * dayMs }]);
    await importAged(log, 'hub.state', [dayMs], `${subject}/hp`, subject);
  }
  await expect(maintainLog(database, retention)).rejects.toThrow('invalid page in block 0');
  const left = (await readAll(log, ['hub.state'])).map(({ key }) => key);
  expect(left.sort()).toEqual(['a/gone', 'a/hp', 'b/hp']);
});

it.each([
  // The failed transaction, and a transaction for the other work.
  { where: 'the disk is full', errcode: '53100', expected: 2 },
  { where: 'the server stops', errcode: '57P01', expected: 2 },
  // The failures of the stream and of two partitions.
  { where: 'each takes too long', errcode: '57014', expected: 3 },
])('does not try each partition separately where $where', async ({ errcode, expected }) => {
  const { log, database } = await openStore();
  await damage(database, 'log.hub_location', { errcode });
  for (const subject of subjectsOfAllPartitions()) {
    await importAged(log, 'hub.location', [40 * dayMs], subject, subject);
  }
  const { counting, transactions } = countTransactions(database);
  await expect(maintainLog(counting, retention)).rejects.toThrow('invalid page in block 0');
  expect(transactions()).toBe(expected);
});

function subjectsOfAllPartitions(): string[] {
  const subjects = new Map(
    Array.from({ length: 200 }, (_, index) => `subject ${index}`).map((subject) => [
      entry('hub.location', subject).partition,
      subject,
    ]),
  );
  expect(subjects.size).toBe(streamDefinition('hub.location').partitions);
  return [...subjects.values()];
}

function countTransactions(database: Database) {
  let transactions = 0;
  const counting: Database = {
    ...database,
    transaction: (work, options) => {
      transactions += 1;
      return database.transaction(work, options);
    },
  };
  return { counting, transactions: () => transactions };
}

/** No row of the table, or of the partition, can be deleted any more. */
async function damage(
  database: Database,
  table: string,
  { partition = null, errcode = 'XX001' }: { partition?: number | null; errcode?: string } = {},
): Promise<void> {
  await database.run({
    text: `create or replace function log.say_damaged() returns trigger language plpgsql as $$
           begin
             raise exception 'invalid page in block 0' using errcode = '${errcode}';
           end $$`,
  });
  await database.run({
    text: `create trigger damaged before delete on ${table} for each row
           ${partition === null ? '' : `when (old.partition = ${partition})`} execute function log.say_damaged()`,
  });
}

async function packedStreams(database: Database): Promise<string[]> {
  const rows = await database.many<{ stream: string }>({
    text: 'select stream from log.partition where packed_offset > 0 order by stream',
  });
  return rows.map(({ stream }) => stream);
}
