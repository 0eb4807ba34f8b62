import { expect, test } from 'vitest';
import { entry } from '../../../test/support/log/log-entries.ts';
import { hourMs, minuteMs } from '../../domain/durations.ts';
import { partitionOf, type StreamName } from '../../events/streams.ts';
import type { EventLog } from '../../log/event-log.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { isSameLog, type ProjectedPlace } from './is-same-log.ts';

const tables = { 'hub.xp': 'log.hub_xp', 'hub.location': 'log.hub_location', 'hub.state': 'log.hub_state' };
type Stream = keyof typeof tables;

/** A log with records of these hours about each of two subjects, which are in partitions of their own. */
async function openFilled(stream: Stream, hours: readonly number[]) {
  const { database, journal } = await openTestLog();
  const { log } = journal;
  const fill = (of: StreamName, subject: string, times: readonly number[]) =>
    log.import(times.map((hour) => ({ ...entry(of, subject), appendTime: Math.round(hour * hourMs) })));
  for (const subject of ['a', 'b']) await fill(stream, subject, hours);
  return {
    log,
    fill,
    /** Deletes records of the first subject. `start`: what is kept from there on. */
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

/** Where a projection is that has read `nextOffset` records, the last one of this hour. */
function placeOf(stream: StreamName, subject: string, nextOffset: number, hour: number): ProjectedPlace {
  const time = Math.round(hour * hourMs);
  const checkpoint = { nextOffset, recordTime: time, lastAppendTime: time };
  return { stream, partition: partitionOf(stream, subject), checkpoint };
}

test('a record that has expired says nothing, and one of another partition all', async () => {
  const { agrees, remove } = await openFilled('hub.location', [1, 2, 3]);
  const [idle, other] = [placeOf('hub.location', 'a', 2, 2), placeOf('hub.location', 'b', 3, 3)];
  await remove(0, 2, 2);
  expect(await agrees([idle, other])).toBe(true);
  expect(await agrees([idle, placeOf('hub.location', 'b', 3, 4)])).toBe(false);
  expect(await agrees([idle])).toBe(false);
  // The third record was never read.
  await remove(2, 3, 3);
  expect(await agrees([idle, other])).toBe(false);
});

test('where no record is left, one that others have projected has to be there', async () => {
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

test('an older copy that has grown past what was projected is refused, also where its records were replaced', async () => {
  const { agrees, remove } = await openFilled('hub.state', [1, 2, 3, 4, 5]);
  await remove(3, 4);
  const other = placeOf('hub.state', 'b', 5, 5);
  expect(await agrees([placeOf('hub.state', 'a', 4, 4), other])).toBe(true);
  // Its third record, of the third hour, came after the one that was projected as the fourth.
  expect(await agrees([placeOf('hub.state', 'a', 4, 2.5), other])).toBe(false);
  // Its fifth record came before the one that was projected as the fourth.
  expect(await agrees([placeOf('hub.state', 'a', 4, 6), other])).toBe(false);
  // All that it has in place of what it lacks was replaced by records that are still to be read.
  await remove(0, 4);
  expect(await agrees([placeOf('hub.state', 'a', 4, 2.5), other])).toBe(true);
  // It has not grown that far.
  expect(await agrees([placeOf('hub.state', 'a', 6, 5), other])).toBe(false);
});

test('the record before many that were replaced is found', async () => {
  const { agrees, remove } = await openFilled(
    'hub.state',
    Array.from({ length: 9_000 }, (_, index) => index + 1),
  );
  const other = placeOf('hub.state', 'b', 9_000, 9_000);
  await remove(1_700, 8_500);
  expect(await agrees([placeOf('hub.state', 'a', 8_500, 1_700), other])).toBe(true);
  expect(await agrees([placeOf('hub.state', 'a', 8_500, 1_699), other])).toBe(false);
});

test('a log that was emptied, and one that lacks a record that is kept for ever, are refused', async () => {
  for (const stream of Object.keys(tables) as Stream[]) {
    const { agrees, remove } = await openFilled(stream, [1, 2]);
    expect(await agrees([placeOf(stream, 'a', 2, 2)])).toBe(true);
    await remove(0, 2, 2);
    expect(await agrees([placeOf(stream, 'a', 2, 2)])).toBe(false);
    expect(await agrees([placeOf(stream, 'a', 2, 2), placeOf(stream, 'b', 2, 2)])).toBe(stream !== 'hub.xp');
  }
});

test('times that fall by what the clocks of brokers differ refute nothing', async () => {
  for (const [fallMs, agreed] of [
    [2_000, true],
    [2 * minuteMs, false],
  ] as const) {
    const fall = fallMs / hourMs;
    // The record that was projected last was replaced; the one after it came of a clock that is behind.
    const after = await openFilled('hub.state', [1, 2, 3, 3 - fall]);
    await after.remove(2, 3);
    const places = [placeOf('hub.state', 'a', 3, 3), placeOf('hub.state', 'b', 4, 3 - fall)];
    expect(await after.agrees(places), `the next ${fallMs}`).toBe(agreed);
    // It came of that clock itself.
    const before = await openFilled('hub.state', [1, 3, 3 - fall, 4]);
    await before.remove(2, 3);
    const behind = [placeOf('hub.state', 'a', 3, 3 - fall), placeOf('hub.state', 'b', 4, 4)];
    expect(await before.agrees(behind), `the one before ${fallMs}`).toBe(agreed);
  }
});

test('a log whose reads of many places answer partly is still the same', async () => {
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
