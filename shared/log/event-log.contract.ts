import { describe, expect, it } from 'vitest';
import { entriesOf, entry } from '../../test/support/log/log-entries.ts';
import {
  acknowledgements,
  expectAcknowledged,
  expectAllOrNothing,
  expectGapless,
  placesAndIds,
  readAll,
  readFrom,
} from '../../test/support/log/log-records.ts';
import { streamsUnderFire, writeUnderFire } from '../../test/support/log/log-under-fire.ts';
import { LogUnavailable } from '../errors/errors.ts';
import { partitionOf, type StreamName } from '../events/streams.ts';
import type { ColumnsRequest, EventLog, LogEntry, ReadPosition, RecordColumns } from './event-log.ts';
import { decodeColumns } from './records/record-columns.ts';

/** Empty, with its streams. The end of the test closes the store and all its logs. */
export interface LogStore {
  /** With its own connections, like another process. */
  open(): EventLog;
  /** Cuts connections during an append, and causes other faults of an append. */
  disturbWriters(): Promise<void>;
  /** Starts a process that appends to `hub.activity` without end. */
  startWriter(onAcknowledged: (recordId: string) => void): WriterProcess;
}

export interface WriterProcess {
  /** Sends SIGKILL, and resolves when the process is gone. */
  kill(): Promise<void>;
}

/** The tests that every adapter of the log has to pass. */
export function describeEventLog(name: string, store: () => Promise<LogStore>): void {
  describe(`${name}: order and durability`, () => orderAndDurability(store));
  describe(`${name}: append`, () => appending(store));
  describe(`${name}: read`, () => reading(store));
  describe(`${name}: import`, () => importing(store));
  describe(`${name}: upkeep`, () => upkeep(store));
}

type OpenStore = () => Promise<LogStore>;

function orderAndDurability(openStore: OpenStore): void {
  it('gives every record of several writers to a continuous reader, while some writers are cut off', async () => {
    const store = await openStore();
    const writers = [store.open(), store.open(), store.open()];
    const { sent, acknowledged, followed } = await writeUnderFire(
      writers,
      store.open(),
      store.disturbWriters,
    );
    const kept = await readAll(store.open(), streamsUnderFire);
    expect(placesAndIds(followed)).toEqual(placesAndIds(kept));
    expectGapless(kept);
    expectAcknowledged(kept, acknowledged);
    for (const entries of sent) expectAllOrNothing(kept, entries);
    expect(acknowledged.length).toBeGreaterThan(sent.length / 2);
  });

  it('gives the same records to a reader that begins at any offset', async () => {
    const store = await openStore();
    const log = store.open();
    for (let call = 0; call < 10; call += 1) await log.append(entriesOf('hub.feed', 'feed', 7));
    const all = await readAll(log, ['hub.feed']);
    for (const joinAt of [0, 1, 33, 68, 69, 70]) {
      const joined = await readFrom(store.open(), { stream: 'hub.feed', partition: 0, offset: joinAt }, 9);
      expect(placesAndIds(joined)).toEqual(placesAndIds(all.slice(joinAt)));
    }
  });

  it('keeps every record that was acknowledged to a killed process, and leaves no gap', async () => {
    const store = await openStore();
    const log = store.open();
    const acknowledged = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const enough = Promise.withResolvers<void>();
      const before = acknowledged.size;
      const writer = store.startWriter((recordId) => {
        acknowledged.add(recordId);
        if (acknowledged.size > before + 40) enough.resolve();
      });
      await enough.promise;
      await writer.kill();
    }
    const after = entry('hub.activity', 'after');
    await log.append([after]);
    const kept = await readAll(log, ['hub.activity']);
    expectGapless(kept);
    const ids = new Set(kept.map((record) => record.recordId));
    expect([...acknowledged, after.recordId].filter((id) => !ids.has(id))).toEqual([]);
  });
}

function appending(openStore: OpenStore): void {
  it('returns the position and time of each record, in the order given', async () => {
    const log = (await openStore()).open();
    const entries = [
      entry('hub.xp', 'a'),
      entry('hub.feed', 'b'),
      entry('hub.xp', 'a'),
      entry('hub.feed', 'c'),
    ];
    const positions = await log.append(entries);
    expect(positions.map(({ stream, partition, offset }) => [stream, partition, offset])).toEqual([
      ['hub.xp', partitionOf('hub.xp', 'a'), 0],
      ['hub.feed', 0, 0],
      ['hub.xp', partitionOf('hub.xp', 'a'), 1],
      ['hub.feed', 0, 1],
    ]);
    expectAcknowledged(await readAll(log, ['hub.xp', 'hub.feed']), acknowledgements(entries, positions));
  });

  it('is visible to every other process when it resolves', async () => {
    const store = await openStore();
    const log = store.open();
    const other = store.open();
    for (let round = 0; round < 20; round += 1) {
      const [position] = await log.append([entry('hub.feed', 'seen')]);
      const [page] = await other.read([{ ...start('hub.feed'), offset: position?.offset ?? 0 }], {
        maxRecords: 1,
        waitMs: 0,
      });
      expect(page?.records).toHaveLength(1);
    }
  });

  it('keeps every byte of a record', async () => {
    const log = (await openStore()).open();
    const entries: LogEntry[] = [
      { ...entry('hub.feed', 'Zoë ☃ 𝔤'), value: Buffer.from([0, 255, 128, 92, 34, 10]), keyId: 'key-1' },
      { ...entry('hub.feed', 'empty'), value: Buffer.alloc(0), version: 7, source: 'cli', type: 'other' },
      { ...entry('hub.feed', 'gone'), value: null },
    ];
    await log.append(entries);
    const kept = await readAll(log, ['hub.feed']);
    expect(kept.map(({ offset: _, appendTime: __, ...record }) => record)).toEqual(entries);
  });

  it('refuses to append and read after it is closed', async () => {
    const log = (await openStore()).open();
    await log.close();
    const before = performance.now();
    await expect(log.append([entry('hub.feed', 'late')])).rejects.toThrow(LogUnavailable);
    await expect(log.read([start('hub.feed')], { maxRecords: 1, waitMs: 5_000 })).rejects.toThrow(
      LogUnavailable,
    );
    expect(performance.now() - before).toBeLessThan(1_000);
  });

  it('keeps its records when its streams are ensured again', async () => {
    const log = (await openStore()).open();
    await log.append([entry('hub.feed', 'a')]);
    await log.ensureStreams();
    expect(await log.ends(['hub.feed'])).toEqual([{ stream: 'hub.feed', partition: 0, start: 0, end: 1 }]);
  });
}

function reading(openStore: OpenStore): void {
  it('gives at most as many records as requested, in fair shares for all positions', async () => {
    const log = (await openStore()).open();
    await log.append([...entriesOf('hub.feed', 'a', 50), ...entriesOf('hub.membership', 'b', 3)]);
    const pages = await log.read([start('hub.feed'), start('hub.membership')], { maxRecords: 10, waitMs: 0 });
    expect(pages.map((page) => [page.records.length, page.reachedEnd, page.start, page.end])).toEqual([
      [7, false, 0, 50],
      [3, true, 0, 3],
    ]);
  });

  it('limits a read by bytes, but still gives a large record, and skips no record', async () => {
    const log = (await openStore()).open();
    const sized = (value: Buffer | null) => ({ ...entry('hub.feed', 'a'), value });
    const large = Buffer.alloc(900_000, 1);
    // An erased record has no bytes, but must not be given beyond the bound either.
    const entries = [...Array.from({ length: 8 }, () => sized(large)), sized(null), sized(large)];
    for (const each of entries) await log.append([each]);
    const [page] = await log.read([start('hub.feed')], { maxRecords: 100, waitMs: 0 });
    expect(page?.records.length).toBeGreaterThan(0);
    expect(page?.records.length).toBeLessThan(8);
    expect(page?.reachedEnd).toBe(false);
    const kept = await readAll(log, ['hub.feed']);
    expectGapless(kept);
    expect(kept.map(({ recordId }) => recordId)).toEqual(entries.map(({ recordId }) => recordId));
  });

  it('gives columns with every byte of the records, within their limits, and leaves out values where requested', async () => {
    const log = (await openStore()).open();
    const odd = { ...entry('hub.feed', 'Zoë ☃ 𝔤'), value: Buffer.from([0, 255, 10]), keyId: 'key-1' };
    const entries = [
      odd,
      { ...entry('hub.feed', 'gone'), value: null },
      ...entriesOf('hub.feed', 'b/part', 600),
    ];
    await log.append(entries);
    const all = await readAll(log, ['hub.feed']);
    const position = start('hub.feed');
    const wanted = { past: all.length, maxRecords: 10_000, maxBytes: 1_000_000, without: [] };
    const whole = await log.readColumns(position, wanted);
    expect(whole).toMatchObject({ records: all.length, first: 0, last: all.length - 1 });
    const recordsOf = (columns: RecordColumns | null) =>
      columns === null ? [] : decodeColumns(position, columns.bytes);
    expect(recordsOf(whole)).toEqual(all);

    const at = async (offset: number, bounds: Partial<ColumnsRequest>) =>
      recordsOf(await log.readColumns({ ...position, offset }, { ...wanted, ...bounds }));
    expect(await at(1, { past: 4 })).toEqual(all.slice(1, 4));
    expect(await at(1, { maxRecords: 300 })).toEqual(all.slice(1, 301));
    expect(await at(0, { maxBytes: 1 })).toEqual(all.slice(0, 1));
    expect(await at(0, { past: 3, without: ['b'] })).toEqual(
      all.slice(0, 3).map((record) => (record.key === 'b/part' ? { ...record, value: null } : record)),
    );
    expect(await log.readColumns({ ...position, offset: all.length }, wanted)).toBeNull();
    await expect(log.readColumns(position, { ...wanted, past: all.length + 1 })).rejects.toThrow(
      LogUnavailable,
    );
  });

  it('waits for a record of another process', async () => {
    const store = await openStore();
    const reader = store.open();
    const waiting = reader.read([start('hub.feed')], { maxRecords: 10, waitMs: 20_000 });
    const sent = entry('hub.feed', 'a');
    await store.open().append([sent]);
    const [page] = await waiting;
    expect(page?.records.map((record) => record.recordId)).toEqual([sent.recordId]);
  });

  it('answers without records when none comes in time', async () => {
    const log = (await openStore()).open();
    const [page] = await log.read([start('hub.feed')], { maxRecords: 10, waitMs: 50 });
    expect(page).toMatchObject({ records: [], start: 0, end: 0, reachedEnd: true });
  });

  it('answers at once when the log ends below the wanted offset', async () => {
    const log = (await openStore()).open();
    const position = { ...start('hub.feed'), offset: 5 };
    const [page] = await log.read([position], { maxRecords: 10, waitMs: 20_000 });
    expect(page).toMatchObject({ records: [], end: 0 });
  });

  it('stops waiting when it is aborted, with the reason', async () => {
    const log = (await openStore()).open();
    const controller = new AbortController();
    const options = { maxRecords: 10, waitMs: 20_000, signal: controller.signal };
    const waiting = log.read([start('hub.feed')], options);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(log.read([start('hub.feed')], options)).rejects.toBe(reason);
  });
}

function importing(openStore: OpenStore): void {
  it('keeps the given times, and sets its own times again after the streams are ensured', async () => {
    const log = (await openStore()).open();
    const times = [1_000, 1_000, 2_000, 1_750_000_000_000];
    const positions = await log.import(
      times.map((appendTime) => ({ ...entry('hub.feed', 'a'), appendTime })),
    );
    expect(positions.map((position) => position.appendTime)).toEqual(times);
    await log.ensureStreams();
    const before = Date.now();
    const [position] = await log.append([entry('hub.feed', 'a')]);
    expect(position?.appendTime).toBeGreaterThan(before - 5_000);
    const kept = await readAll(log, ['hub.feed']);
    expect(kept.map((record) => record.appendTime)).toEqual([...times, position?.appendTime]);
    expectGapless(kept);
  });

  it('keeps a time in the future, as from a clock that was ahead', async () => {
    const log = (await openStore()).open();
    const appendTime = Date.now() + 3 * 3_600_000;
    await log.import([{ ...entry('hub.feed', 'a'), appendTime }]);
    expect((await readAll(log, ['hub.feed'])).map((record) => record.appendTime)).toEqual([appendTime]);
  });

  it('keeps times that decrease, within a call and in the next call, as from brokers with different clocks', async () => {
    const log = (await openStore()).open();
    const times = [3_000, 1_000, 2_999, 1_000];
    const entries = times.map((appendTime) => ({ ...entry('hub.feed', 'a'), appendTime }));
    const positions = [...(await log.import(entries.slice(0, 2))), ...(await log.import(entries.slice(2)))];
    expect(positions.map(({ offset, appendTime }) => [offset, appendTime])).toEqual([...times.entries()]);
    const kept = await readAll(log, ['hub.feed']);
    expect(kept).toEqual(entries.map((each, offset) => ({ ...each, offset })));
  });
}

function upkeep(openStore: OpenStore): void {
  it('has one name in every process', async () => {
    const store = await openStore();
    const name = await store.open().identity();
    expect(name).not.toBe('');
    expect(await store.open().identity()).toBe(name);
  });

  it('counts as not restored after it was marked as in use', async () => {
    const store = await openStore();
    const log = store.open();
    expect(await log.wasRestored()).toBe(false);
    await log.markInUse();
    await log.append([entry('hub.feed', 'a')]);
    expect(await store.open().wasRestored()).toBe(false);
  });

  it('keeps the records that the catalogue keeps when it is maintained', async () => {
    const log = (await openStore()).open();
    const newest = entry('hub.state', 'a');
    const kept = [...entriesOf('hub.feed', 'a', 3), entry('hub.location', 'a'), newest];
    await log.append([entry('hub.state', 'a'), ...kept]);
    await log.maintain();
    const found = await readAll(log, ['hub.feed', 'hub.location', 'hub.state']);
    const ids = new Set(found.map(({ recordId }) => recordId));
    expect(kept.filter(({ recordId }) => !ids.has(recordId))).toEqual([]);
  });

  it('moves no record when records are emptied, and changes no record of other subjects', async () => {
    const log = (await openStore()).open();
    const streams: StreamName[] = ['hub.feed', 'hub.activity', 'hub.state'];
    const entries = streams.flatMap((stream) => [entry(stream, 'a'), entry(stream, 'b'), entry(stream, 'a')]);
    await log.append(entries);
    const before = await readAll(log, streams);
    const emptied = await log.emptyRecords(['a']);
    const after = await readAll(log, streams);
    const isEmptied = ({ key }: { readonly key: string }) => emptied > 0 && key === 'a';
    expect(after).toEqual(
      before.map((record) => (isEmptied(record) ? { ...record, value: null, keyId: null } : record)),
    );
    expect(emptied).toBe(before.filter(isEmptied).length);
    expect(await log.emptyRecords(['a'])).toBe(0);
  });
}

function start(stream: StreamName): ReadPosition {
  return { stream, partition: 0, offset: 0 };
}
