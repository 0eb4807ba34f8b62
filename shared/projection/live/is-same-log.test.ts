import { expect, test } from 'vitest';
import { entry } from '../../../test/support/log/log-entries.ts';
import { hourMs, minuteMs } from '../../domain/durations.ts';
import { partitionOf, type StreamName } from '../../events/streams.ts';
import type { EventLog } from '../../log/event-log.ts';
import type { ProjectedPlace } from '../commit/lease.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { isSameLog } from './is-same-log.ts';

const tables = { 'hub.xp': 'log.hub_xp', 'hub.location': 'log.hub_location', 'hub.state': 'log.hub_state' };
type Stream = keyof typeof tables;

/** A log with records at these hours for two subjects, each in its own partition. */
async function openFilled(stream: Stream, hours: readonly number[]) {
  const { database, journal } = await openTestLog();
  const { log } = journal;
  const fill = (of: StreamName, subject: string, times: readonly number[]) =>
    log.import(times.map((hour) => ({ ...entry(of, subject), appendTime: Math.round(hour * hourMs) })));
  for (const subject of ['a', 'b']) await fill(stream, subject, hours);
  return {
    log,
    fill,
    /** Deletes records of `a`, and sets the start of their partition. */
    remove: async (from: number, past: number, start = 0) => {
      const partition = partitionOf(stream, 'a');
      await database.run({
        text: `delete from ${tables[stream]} where partition = $1 and "offset" >= $2 and "offset" < $3`,
        values: [partition, from, past],
      });
      await database.run({
        text: 'update log.partition set start_offset = $3 where stream = $1 and partition = $2',
        values: [stream, partition, start],
      });
    },
    agrees: (places: readonly ProjectedPlace[], witnesses: readonly ProjectedPlace[] = []) =>
      isSameLog(log, places, async () => witnesses),
  };
}

/** A place after `nextOffset` records, with the last record at this hour. */
function placeOf(stream: StreamName, subject: string, nextOffset: number, hour: number): ProjectedPlace {
  const time = Math.round(hour * hourMs);
  const checkpoint = { nextOffset, recordTime: time, lastAppendTime: time };
  return { stream, partition: partitionOf(stream, subject), checkpoint };
}

test('an expired record proves nothing, but a record of another partition does', async () => {
  const { agrees, remove } = await openFilled('hub.location', [1, 2, 3]);
  const [idle, other] = [placeOf('hub.location', 'a', 2, 2), placeOf('hub.location', 'b', 3, 3)];
  await remove(0, 2, 2);
  expect(await agrees([idle, other])).toBe(true);
  expect(await agrees([idle, placeOf('hub.location', 'b', 3, 4)])).toBe(false);
  expect(await agrees([idle])).toBe(false);
  // The third record is lost, and was never read.
  await remove(2, 3, 3);
  expect(await agrees([idle, other])).toBe(false);
});

test('when no place shows its record, the log has to show a record that another projection has read', async () => {
  const { agrees, fill, remove } = await openFilled('hub.location', [1, 2]);
  await fill('hub.xp', 'a', [1, 2]);
  await remove(0, 2, 2);
  const idle = placeOf('hub.location', 'a', 2, 2);
  const shown = placeOf('hub.xp', 'a', 2, 2);
  expect(await agrees([idle], [shown])).toBe(true);
  expect(await agrees([idle], [])).toBe(false);
  expect(await agrees([idle], [placeOf('hub.xp', 'a', 1, 2)])).toBe(false);
  expect(await agrees([idle], [shown, placeOf('hub.xp', 'b', 1, 2)])).toBe(false);
});

test('an older copy that has grown past the checkpoint is refused, also when compaction has deleted the record before the checkpoint', async () => {
  const { agrees, remove } = await openFilled('hub.state', [1, 2, 3, 4, 5]);
  await remove(3, 4);
  const other = placeOf('hub.state', 'b', 5, 5);
  expect(await agrees([placeOf('hub.state', 'a', 4, 4), other])).toBe(true);
  // The third record of the log, at hour 3, is newer than the projected fourth record.
  expect(await agrees([placeOf('hub.state', 'a', 4, 2.5), other])).toBe(false);
  // The fifth record of the log is older than the projected fourth record.
  expect(await agrees([placeOf('hub.state', 'a', 4, 6), other])).toBe(false);
  // Newer records replaced all records that could prove that this log is an older copy.
  await remove(0, 4);
  expect(await agrees([placeOf('hub.state', 'a', 4, 2.5), other])).toBe(true);
  // The log ends below the checkpoint.
  expect(await agrees([placeOf('hub.state', 'a', 6, 5), other])).toBe(false);
});

test('the record before many replaced records is found', async () => {
  const { agrees, remove } = await openFilled(
    'hub.state',
    Array.from({ length: 9_000 }, (_, index) => index + 1),
  );
  const other = placeOf('hub.state', 'b', 9_000, 9_000);
  await remove(1_700, 8_500);
  expect(await agrees([placeOf('hub.state', 'a', 8_500, 1_700), other])).toBe(true);
  expect(await agrees([placeOf('hub.state', 'a', 8_500, 1_699), other])).toBe(false);
});

test('an emptied log is refused, and also a log that lacks a record that is kept for ever', async () => {
  for (const stream of Object.keys(tables) as Stream[]) {
    const { agrees, remove } = await openFilled(stream, [1, 2]);
    expect(await agrees([placeOf(stream, 'a', 2, 2)])).toBe(true);
    await remove(0, 2, 2);
    expect(await agrees([placeOf(stream, 'a', 2, 2)])).toBe(false);
    expect(await agrees([placeOf(stream, 'a', 2, 2), placeOf(stream, 'b', 2, 2)])).toBe(stream !== 'hub.xp');
  }
});

test('times that fall by seconds, as between clocks of brokers, do not refute the log, but a fall of minutes does', async () => {
  for (const [fallMs, agreed] of [
    [2_000, true],
    [2 * minuteMs, false],
  ] as const) {
    const fall = fallMs / hourMs;
    // The last projected record was replaced, and the next record came from a clock that is behind.
    const after = await openFilled('hub.state', [1, 2, 3, 3 - fall]);
    await after.remove(2, 3);
    const places = [placeOf('hub.state', 'a', 3, 3), placeOf('hub.state', 'b', 4, 3 - fall)];
    expect(await after.agrees(places), `the next record is ${fallMs} ms older`).toBe(agreed);
    // The last projected record came from the clock that is behind.
    const before = await openFilled('hub.state', [1, 3, 3 - fall, 4]);
    await before.remove(2, 3);
    const behind = [placeOf('hub.state', 'a', 3, 3 - fall), placeOf('hub.state', 'b', 4, 4)];
    expect(await before.agrees(behind), `the record before is ${fallMs} ms newer`).toBe(agreed);
  }
});

test('a log that answers a read of many places only in part is still the same log', async () => {
  const { log } = await openFilled('hub.xp', [1, 2]);
  const partly: EventLog = {
    ...log,
    read: async (places, options) =>
      (await log.read(places, options)).map((page, index) =>
        index === 0 ? page : { ...page, records: [], reachedEnd: false },
      ),
  };
  const places = ['a', 'b'].map((subject) => placeOf('hub.xp', subject, 2, 2));
  expect(await isSameLog(partly, places, async () => [])).toBe(true);
});
