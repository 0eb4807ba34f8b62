import { expect, test } from 'vitest';
import { entry } from '../../../../test/support/log/log-entries.ts';
import { createRecentRecords } from './recent-records.ts';

const place = { stream: 'hub.feed', partition: 0 } as const;

function open() {
  const clock = { now: 0 };
  const recent = createRecentRecords(() => clock.now);
  return {
    clock,
    recent,
    add: (offset: number, value = 'value') =>
      recent.add(
        [{ ...entry('hub.feed', 'key'), value: Buffer.from(value) }],
        [{ ...place, offset, appendTime: 1_000 + offset }],
      ),
    offsets: (from: number, to: number) =>
      recent.between({ ...place, offset: from }, to)?.map(({ offset }) => offset) ?? null,
  };
}

test('gives appended records from any of their offsets, and nothing before or after them', () => {
  const { add, offsets } = open();
  for (const offset of [7, 8, 9]) add(offset);
  expect(offsets(7, 10)).toEqual([7, 8, 9]);
  expect(offsets(8, 9)).toEqual([8]);
  expect([offsets(6, 10), offsets(7, 11), offsets(10, 11)]).toEqual([null, null, null]);
});

test('does not skip the records that another process appended in between', () => {
  const { add, offsets } = open();
  for (const offset of [7, 8, 10, 11]) add(offset);
  expect(offsets(7, 12)).toBeNull();
  expect(offsets(10, 12)).toEqual([10, 11]);
});

test('keeps records for 3 s, and 2 MB at most', () => {
  const { clock, add, offsets } = open();
  add(7);
  clock.now = 2_000;
  add(8);
  clock.now = 4_000;
  add(9);
  expect([offsets(7, 10), offsets(8, 10)]).toEqual([null, [8, 9]]);
  add(10, 'v'.repeat(2_000_000));
  add(11, 'v'.repeat(200_000));
  expect([offsets(10, 12), offsets(11, 12)]).toEqual([null, [11]]);
});

test('forgets all records on request, and continues with the next record', () => {
  const { recent, add, offsets } = open();
  add(7);
  recent.forget();
  expect(offsets(7, 8)).toBeNull();
  add(8);
  expect([offsets(7, 9), offsets(8, 9)]).toEqual([null, [8]]);
});
