import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { entriesOf, entry } from '../../../../test/support/log/log-entries.ts';
import { readAll, readFrom } from '../../../../test/support/log/log-records.ts';
import { openPostgresLogStore } from '../../../../test/support/log/postgres-log-store.ts';
import { testRetention } from '../../../../test/support/log/retention.ts';
import { waitingForLocks } from '../../../../test/support/postgres/locks.ts';
import { hourMs } from '../../../domain/durations.ts';
import { partitionOf } from '../../../events/streams.ts';
import type { Tx } from '../../../postgres/database.ts';
import { lockNumbers } from '../../../postgres/lock-numbers.ts';
import type { ColumnsRequest, LogEntry, LogRecord, ReadPosition } from '../../event-log.ts';
import { recordsOfPack } from '../../records/pack.ts';
import { decodeColumns } from '../../records/record-columns.ts';
import { readLog } from '../reading/read-log.ts';
import { createLogWakeups } from '../reading/reader-wakeups.ts';
import { createSharedEnds } from '../reading/shared-ends.ts';
import { createLogDamage } from './damaged-records.ts';
import { maintainLog } from './log-maintenance.ts';
import { packBatch } from './pack-stream.ts';

const stream = 'hub.xp';
const packRecords = 250;
const place = { stream, partition: partitionOf(stream, 'a'), offset: 0 } as const;

/** A settled record of `b`, then `settled` settled records of `a`, then a new record of `c`. */
async function openStore(settled: number) {
  const store = await openPostgresLogStore();
  const log = store.open();
  const append = (entries: readonly LogEntry[]) =>
    log.append(entries.map((each) => ({ ...each, partition: place.partition })));
  await append([entry(stream, 'b'), ...entriesOf(stream, 'a', settled)]);
  await store.database.run({
    text: 'update log.record set append_time = append_time - $1::bigint',
    values: [hourMs],
  });
  await append([entry(stream, 'c')]);
  return { ...store, log };
}

type Store = Awaited<ReturnType<typeof openStore>>;

async function rowsAndPacks({ database }: Store): Promise<{ rows: number; packs: number }> {
  return database.one({
    text: 'select (select count(*) from log.hub_xp)::int as rows, (select count(*) from log.pack)::int as packs',
  });
}

it('packs settled records, which are read as before from any offset in pages of any size', async () => {
  const store = await openStore(2 * packRecords + 50);
  const before = await readAll(store.log, [stream]);
  expect(await maintainLog(store.database, testRetention)).toEqual({ deleted: 2 * packRecords, more: false });
  expect(await rowsAndPacks(store)).toEqual({ rows: 52, packs: 2 });
  expect(await maintainLog(store.database, testRetention)).toEqual({ deleted: 0, more: false });

  expect(await readAll(store.log, [stream])).toEqual(before);
  for (const offset of [1, packRecords - 1, packRecords, 2 * packRecords - 1, 2 * packRecords, 551]) {
    expect(await readFrom(store.log, { ...place, offset }, 100), `${offset}`).toEqual(before.slice(offset));
  }
  // A read stops at the end of a pack when the pack ends within the requested records.
  const lengthAt = async (offset: number, maxRecords: number) =>
    (await store.log.read([{ ...place, offset }], { maxRecords, waitMs: 0 }))[0]?.records.length;
  expect([await lengthAt(0, 400), await lengthAt(0, 200), await lengthAt(200, 200)]).toEqual([250, 200, 50]);
  const one = await store.log.read([{ ...place, offset: 300 }], { maxRecords: 1, waitMs: 0 });
  expect(one).toMatchObject([{ records: [{ offset: 300 }], start: 0, end: 552, reachedEnd: false }]);
});

it('does not treat a page as the last page when packs are larger than their values', async () => {
  const store = await openPostgresLogStore();
  const log = store.open();
  // Three packs of these records exceed the megabyte of a page, but the values alone do not.
  const entries = entriesOf(stream, 'a', 4 * packRecords).map((each) => ({
    ...each,
    value: randomBytes(1_390),
  }));
  await log.append(entries);
  await store.database.run({ text: 'update log.record set append_time = 1' });
  expect(await maintainLog(store.database, testRetention)).toMatchObject({ deleted: 4 * packRecords });
  const from = (offset: number) => log.read([{ ...place, offset }], { maxRecords: 10_000, waitMs: 0 });
  const [first] = await from(0);
  expect(first).toMatchObject({ records: { length: 3 * packRecords }, reachedEnd: false });
  expect(await from(3 * packRecords)).toMatchObject([{ records: { length: packRecords }, reachedEnd: true }]);
});

it('gives packed records as columns like other records, without values of erased subjects', async () => {
  const store = await openStore(2 * packRecords);
  async function columns(offset: number, without: readonly string[], maxRecords = 10_000) {
    const records: LogRecord[] = [];
    for (let next = offset; next < 502; ) {
      const wanted = { past: 502, maxRecords, maxBytes: 100_000, without };
      const read = await store.log.readColumns({ ...place, offset: next }, wanted);
      if (read === null) throw new Error(`nothing at ${next}`);
      expect([read.first, read.records]).toEqual([next, read.last + 1 - next]);
      expect(read.records).toBeLessThanOrEqual(maxRecords);
      records.push(...decodeColumns(place, read.bytes));
      next = read.last + 1;
    }
    return records;
  }
  const all = () =>
    Promise.all([columns(0, []), columns(7, [], 100), columns(260, ['b']), columns(0, ['a'])]);
  const before = await all();
  await maintainLog(store.database, testRetention);
  expect(await rowsAndPacks(store)).toEqual({ rows: 2, packs: 2 });
  expect(await all()).toEqual(before);
  expect(before[3]?.filter(({ value }) => value !== null)).toHaveLength(2);
});

it('gives stored packs unchanged, packs again where records are cut or erased, and gives no damaged pack', async () => {
  const { database, log } = await openStore(2 * packRecords);
  const wanted = { past: 502, maxRecords: 10_000, maxBytes: 100_000, without: [] };
  expect(await log.readPacks(place, wanted)).toBeNull();
  await maintainLog(database, testRetention);
  const stored = await database.many<{ records: Buffer }>({
    text: 'select records from log.hub_xp_pack order by first_offset',
  });
  const bytesAt = async (offset: number, changed: Partial<ColumnsRequest> = {}) =>
    (await log.readPacks({ ...place, offset }, { ...wanted, ...changed }))?.map(({ bytes }) => bytes);
  const [first, second] = stored.map(({ records }) => records);
  expect(await bytesAt(0)).toEqual([first, second]);
  expect(await bytesAt(0, { maxBytes: 1 })).toEqual([first]);
  expect(await bytesAt(0, { without: ['nobody'] })).toEqual([first, second]);
  expect(await bytesAt(packRecords)).toEqual([second]);
  expect(await bytesAt(2 * packRecords)).toBeUndefined();

  const all = await readAll(log, [stream]);
  const recordsAt = async (offset: number, changed: Partial<ColumnsRequest>) => {
    let next = offset;
    const packs = (await log.readPacks({ ...place, offset }, { ...wanted, ...changed })) ?? [];
    return packs.flatMap(({ records, bytes }) => {
      const pack = { ...place, first: next, past: next + records, bytes };
      next += records;
      return recordsOfPack(pack);
    });
  };
  expect(await recordsAt(7, { maxRecords: 300 })).toEqual(all.slice(7, 307));
  const emptied = (record: LogRecord) => (record.key === 'b' ? { ...record, value: null } : record);
  expect(await recordsAt(0, { without: ['b'] })).toEqual(all.slice(0, 500).map(emptied));

  const damage = 'records = set_byte(records, 60, get_byte(records, 60) # 1)';
  await database.run({ text: `update log.hub_xp_pack set ${damage} where first_offset > 0` });
  await expect(bytesAt(0)).rejects.toMatchObject({ code: 'log_damaged' });
});

it('continues after appends, and packs nothing before it has settled', async () => {
  const store = await openStore(packRecords);
  await store.log.append(entriesOf(stream, 'a', 600));
  await maintainLog(store.database, testRetention);
  expect(await rowsAndPacks(store)).toEqual({ rows: 602, packs: 1 });
  const records = await readFrom(store.log, place);
  expect(records.map(({ offset }) => offset)).toEqual(records.map((_, index) => index));
  expect(records).toHaveLength(852);
});

it('packing is not visible to a reader who read the counters before', async () => {
  const { database, log } = await openStore(packRecords);
  const before = await readFrom(log, place);
  const wakes = createLogWakeups();
  const ends = createSharedEnds(database, wakes);
  const readAfterPacking = async (places: readonly ReadPosition[]) => {
    const counters = await ends.read(places);
    await maintainLog(database, testRetention);
    return counters;
  };
  const readers = { database, wakes, ends: { ...ends, read: readAfterPacking } };
  const [page] = await readLog(readers, [place], { maxRecords: 500, waitMs: 0 });
  expect(page).toMatchObject({ records: before.slice(0, packRecords), reachedEnd: false });
  wakes.close();
});

it('packing of two partitions one after the other is not visible to a reader of both partitions', async () => {
  const { database, log } = await openStore(packRecords);
  const other = { ...place, partition: (place.partition + 1) % 12 };
  const entries = entriesOf(stream, 'd', packRecords).map((each) => ({
    ...each,
    partition: other.partition,
  }));
  await log.append(entries);
  await database.run({
    text: 'update log.record set append_time = append_time - $1::bigint',
    values: [hourMs],
  });
  const wakes = createLogWakeups();
  const ends = createSharedEnds(database, wakes);
  const readBeforePacking = async (places: readonly ReadPosition[]) => {
    const counters = await ends.read(places);
    await database.transaction((tx) => packBatch(tx, stream, null));
    return counters;
  };
  const readers = { database, wakes, ends: { ...ends, read: readBeforePacking } };
  const pages = await readLog(readers, [place, other], { maxRecords: 1_000, waitMs: 0 });
  expect(pages.map(({ records }) => records[0]?.offset)).toEqual([0, 0]);
  wakes.close();
});

it('does not move the records of a partition that lacks a record', async () => {
  const store = await openStore(packRecords);
  await store.database.run({ text: 'delete from log.hub_xp where "offset" = 7' });
  expect(await maintainLog(store.database, testRetention)).toEqual({ deleted: 0, more: false });
  expect(await rowsAndPacks(store)).toMatchObject({ packs: 0 });
});

it('a pack has no values of subjects whose records were emptied, and has the values of other subjects', async () => {
  const store = await openStore(2 * packRecords);
  await maintainLog(store.database, testRetention);
  expect(await store.log.emptyRecords(['a'])).toBe(2 * packRecords);
  const records = await readFrom(store.log, place);
  expect(records).toHaveLength(2 * packRecords + 2);
  expect(records.filter(({ value }) => value !== null).map(({ key }) => key)).toEqual(['b', 'c']);
  expect(await store.log.emptyRecords(['a'])).toBe(0);
});

it('packs no value that an erasure empties between the reading and the writing', async () => {
  const { database, log } = await openStore(packRecords);
  const erased: Promise<number>[] = [];
  await database.transaction(async (tx) => {
    await tx.run({ text: 'select pg_advisory_xact_lock($1)', values: [lockNumbers.logMaintenance] });
    const run: Tx['run'] = async (statement) => {
      let done = false;
      erased.push(log.emptyRecords(['a']).finally(() => (done = true)));
      await expect.poll(async () => done || (await waitingForLocks(database)) > 0).toBe(true);
      return tx.run(statement);
    };
    await packBatch({ ...tx, run }, stream, null);
  });
  expect(await Promise.all(erased)).toEqual([packRecords]);
  const records = await readFrom(log, place);
  expect(records.filter(({ value }) => value !== null).map(({ key }) => key)).toEqual(['b', 'c']);
});

it.each([
  ['is changed', 'records = set_byte(records, 60, get_byte(records, 60) # 1)'],
  ['is of a later format', 'records = set_byte(records, 0, 9)'],
  ['holds more than it says', 'past_offset = past_offset - 1'],
])('reports the records of a pack that %s, and reads the other records', async (_case, damage) => {
  const store = await openStore(2 * packRecords);
  await maintainLog(store.database, testRetention);
  await store.database.run({ text: `update log.hub_xp_pack set ${damage} where first_offset = 0` });
  await expect(store.log.read([place], { maxRecords: 10, waitMs: 0 })).rejects.toMatchObject({
    code: 'log_damaged',
    message: expect.stringMatching(
      /^records 0 to 24[89] of hub\.xp\/\d+ cannot be read, .*: restore a backup/,
    ),
  });
  expect(await store.log.inspect()).toMatchObject([{ kind: 'records_lost', stream }]);
  expect(await readFrom(store.log, { ...place, offset: packRecords })).toHaveLength(packRecords + 2);
});

it('empties all records of a subject outside a damaged pack, also their keys, and reports the damaged pack', async () => {
  const store = await openStore(2 * packRecords);
  await store.log.append([entry('hub.keys', 'a')]);
  await maintainLog(store.database, testRetention);
  const changed = 'records = set_byte(records, 60, get_byte(records, 60) # 1)';
  await store.database.run({ text: `update log.hub_xp_pack set ${changed} where first_offset = 0` });
  await expect(store.log.emptyRecords(['a'])).rejects.toMatchObject({ code: 'log_damaged' });
  const rest = await readFrom(store.log, { ...place, offset: packRecords });
  expect(rest.filter(({ key, value }) => key === 'a' && value !== null)).toEqual([]);
  const keys = await readAll(store.log, ['hub.keys']);
  expect(keys.map(({ key, value }) => [key, value])).toEqual([['a', null]]);
});

it('reports the records of a damaged page of packs, and does not treat them as missing rows', async () => {
  const store = await openStore(2 * packRecords);
  await maintainLog(store.database, testRetention);
  const damage = createLogDamage(store.database);
  const findingOf = async (table: string) => {
    const { file } = await store.database.one<{ file: string }>({
      text: 'select pg_relation_filepath($1::regclass) as file',
      values: [table],
    });
    // The page is intact, but the search skips the page by its number.
    const error = Object.assign(new Error(`invalid page in block 0 of relation ${file}`), { code: 'XX001' });
    return (await damage.explain(error))?.message;
  };
  expect(await findingOf('log.hub_xp_pack')).toMatch(
    /^up to 500 records cannot be read, hub\.xp\/\d+ 0 to 499, since block 0 of log\.hub_xp_pack is damaged: restore/,
  );
  expect(await findingOf('log.hub_xp')).toMatch(/^up to 0 records cannot be read/);
});
