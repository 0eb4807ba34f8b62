import { expect, test } from 'vitest';
import type { LogRecord, Page } from '../../event-log.ts';
import { createSurplusRecords } from './surplus-records.ts';

function pageOf(partition: number, offsets: readonly number[]): Page {
  const records = offsets.map(
    (offset): LogRecord => ({
      stream: 'hub.xp',
      partition,
      offset,
      appendTime: 1,
      key: 'a',
      recordId: 'r',
      type: 'tested',
      version: 1,
      source: 'hub',
      keyId: null,
      value: null,
    }),
  );
  return { stream: 'hub.xp', partition, records, start: 0, end: 100, reachedEnd: false };
}

const at = (partition: number, offset: number) => ({ stream: 'hub.xp', partition, offset }) as const;

test('a read that continues at the same offset gets the rest once, and any other read gets nothing', () => {
  const surplus = createSurplusRecords();
  // Compaction left no record at 5.
  surplus.keep(5, pageOf(0, [6, 7]));
  expect(surplus.take([at(0, 6), at(1, 5)]).size).toBe(0);
  const position = at(0, 5);
  expect(
    surplus
      .take([position])
      .get(position)
      ?.records.map(({ offset }) => offset),
  ).toEqual([6, 7]);
  expect(surplus.take([position]).size).toBe(0);
});

test('forgets the oldest records beyond its limit, and all records when asked to', () => {
  const surplus = createSurplusRecords(4);
  for (const partition of [0, 1, 2]) surplus.keep(1, pageOf(partition, [1, 2]));
  expect(surplus.take([at(0, 1)]).size).toBe(0);
  expect(surplus.take([at(1, 1)]).size).toBe(1);
  surplus.clear();
  expect(surplus.take([at(2, 1)]).size).toBe(0);
});
