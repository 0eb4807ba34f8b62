import { expect, test } from 'vitest';
import { type LeaseRow, planLeases } from './plan-leases.ts';

test('takes everything when alone', () => {
  const plan = planLeases({ rows: rowsOf('free', 12), workers: 1, rank: 0 }, () => false);
  expect(plan.take).toHaveLength(12);
  expect(plan.release).toEqual([]);
});

test('takes at most a fair share, rounded up', () => {
  const plan = planLeases({ rows: rowsOf('free', 12), workers: 5, rank: 0 }, () => false);
  expect(plan.take).toHaveLength(3);
});

test('processes that start together try to take different partitions', () => {
  const rows = rowsOf('free', 12);
  const takenBy = (rank: number) => planLeases({ rows, workers: 3, rank }, () => false).take;
  const taken = [0, 1, 2].flatMap(takenBy).map((row) => row.partition);
  expect(new Set(taken).size).toBe(12);
});

test('gives the surplus back when a process joins', () => {
  const plan = planLeases({ rows: rowsOf('mine', 12), workers: 2, rank: 1 }, () => true);
  expect(plan.take).toEqual([]);
  expect(plan.release).toHaveLength(6);
});

test('takes its own partition again after forgetting it', () => {
  const rows = rowsOf('mine', 2);
  const plan = planLeases({ rows, workers: 1, rank: 0 }, (row) => row.partition === 0);
  expect(plan.take.map((row) => row.partition)).toEqual([1]);
  expect(plan.release).toEqual([]);
});

test('does not take partitions of other processes', () => {
  const rows = [...rowsOf('other', 6), ...rowsOf('free', 6, 6)];
  const plan = planLeases({ rows, workers: 2, rank: 1 }, () => false);
  expect(plan.take.map((row) => row.partition).sort((a, b) => a - b)).toEqual([6, 7, 8, 9, 10, 11]);
});

function rowsOf(owner: LeaseRow['owner'], count: number, from = 0): LeaseRow[] {
  return Array.from({ length: count }, (_, index) => ({
    stream: 'hub.xp' as const,
    partition: from + index,
    fence: 1,
    owner,
  }));
}
