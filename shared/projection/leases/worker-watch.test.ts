import { expect, test } from 'vitest';
import { createWorkerWatch, type WorkerHeartbeat, workerLifeMs } from './worker-watch.ts';

const hourMs = 3_600_000;

/** Ages are by the clock of the database. */
function openWatch() {
  let now = 0;
  const watch = createWorkerWatch(() => now);
  return (at: number, ...rows: readonly [id: string, beat: string, ageMs: number][]): string[] => {
    now = at;
    const workers: WorkerHeartbeat[] = rows.map(([id, beat, ageMs]) => ({ id, beat, ageMs }));
    return watch.silent(workers).map(({ id }) => id);
  };
}

test('a process that does not beat for 3 s is silent until it beats again', () => {
  const silentAt = openWatch();
  expect(silentAt(0, ['a', '1', 0], ['b', '1', 0])).toEqual([]);
  expect(silentAt(workerLifeMs, ['a', '2', 0], ['b', '1', 3_000])).toEqual([]);
  expect(silentAt(workerLifeMs + 1, ['a', '2', 1], ['b', '1', 3_001])).toEqual(['b']);
  expect(silentAt(4_000, ['a', '3', 0], ['b', '2', 0])).toEqual([]);
});

test('a database clock that is set changes nothing for processes that were already watched', () => {
  for (const jump of [-hourMs, hourMs]) {
    const silentAt = openWatch();
    silentAt(0, ['lives', '1', 0], ['killed', '1', 0]);
    // The earlier beat of both is now an hour ahead or an hour old.
    expect(silentAt(1_000, ['lives', '1', jump], ['killed', '1', jump])).toEqual([]);
    expect(silentAt(2_000, ['lives', '2', 0], ['killed', '1', jump])).toEqual([]);
    expect(silentAt(3_001, ['lives', '3', 0], ['killed', '1', jump])).toEqual(['killed']);
  }
});

test('the database tells the age of a process that is seen for the first time', () => {
  const silentAt = openWatch();
  expect(silentAt(0, ['old', '1', 3_001], ['late', '1', 2_000], ['new', '1', 0])).toEqual(['old']);
  expect(silentAt(1_001, ['late', '1', 3_001], ['new', '1', 1_001])).toEqual(['late']);
  expect(silentAt(3_001, ['new', '1', 3_001])).toEqual(['new']);
});

test('a first beat far ahead of the clock counts as silent until the next beat', () => {
  const silentAt = openWatch();
  expect(silentAt(0, ['a', '1', -hourMs], ['b', '1', -1_000])).toEqual(['a']);
  expect(silentAt(1_000, ['a', '2', 0], ['b', '1', 0])).toEqual([]);
  expect(silentAt(3_001, ['a', '3', 0], ['b', '1', 2_001])).toEqual(['b']);
});

test('forgets a process whose row is gone', () => {
  const silentAt = openWatch();
  silentAt(0, ['a', '1', 0]);
  silentAt(1_000);
  expect(silentAt(60_000, ['a', '1', 0])).toEqual([]);
});
