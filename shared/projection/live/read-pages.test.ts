import { expect, test } from 'vitest';
import type { LogRecord, Page } from '../../log/event-log.ts';
import { newLease } from '../commit/lease.ts';
import type { Generation } from '../generations/generation.ts';
import { positionsOf, sharePages } from './read-pages.ts';

const place = { stream: 'hub.xp', partition: 3 } as const;
const [ahead, behind] = [{ number: 1 } as Generation, { number: 2 } as Generation];

test('a partition is read once, from the lowest position of its generations', () => {
  expect(positionsOf([heldAt(ahead, 7), heldAt(behind, 4)])).toEqual([{ ...place, offset: 4 }]);
});

test('each generation gets the records from its position on', () => {
  const parts = sharePages([heldAt(ahead, 7), heldAt(behind, 4)], [pageOf([4, 6, 7, 9], true)]);
  expect(parts.map(({ read }) => read.map(({ page }) => page.records.map(({ offset }) => offset)))).toEqual([
    [[7, 9]],
    [[4, 6, 7, 9]],
  ]);
});

test('a generation is behind while another is further in a partition that has more records', () => {
  const held = [heldAt(ahead, 7), heldAt(behind, 4)];
  const isBehind = (page: Page) => sharePages(held, [page]).map((part) => part.isBehind);
  expect(isBehind(pageOf([4, 6], false))).toEqual([false, true]);
  expect(isBehind(pageOf([4, 6], true))).toEqual([false, false]);
});

function heldAt(generation: Generation, nextOffset: number) {
  const checkpoint = { nextOffset, recordTime: 0, lastAppendTime: null };
  return { generation, leases: [newLease({ ...place, fence: 1, checkpoint })] };
}

function pageOf(offsets: readonly number[], reachedEnd: boolean): Page {
  const records = offsets.map((offset) => ({ offset }) as LogRecord);
  return { ...place, records, start: 0, end: 10, reachedEnd };
}
