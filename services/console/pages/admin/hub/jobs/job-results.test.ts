import { expect, test } from 'vitest';
import { listDifferingProjections, unnotedReason } from './job-results.ts';

test('the page reads the result of a backup drill from its job, and ignores results of another shape', () => {
  const projections = [
    { name: 'access', rows: 3, digest_equal: true },
    { name: 'xp-history', rows: 8, digest_equal: false },
  ];
  const unnoted = 'the result cannot be saved: the folder is read-only';
  const result = { file: 'a.json', ok: false, records: 9, projections, unnoted };
  expect([listDifferingProjections(result), unnotedReason(result)]).toEqual([['xp-history'], unnoted]);
  for (const other of [null, undefined, 'done', {}, { projections: [null, 'access'] }, { unnoted: 1 }]) {
    expect([listDifferingProjections(other), unnotedReason(other)]).toEqual([[], null]);
  }
});
