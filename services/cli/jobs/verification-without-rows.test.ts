import { expect, test } from 'vitest';
import { outlineOfVerification } from './verification-without-rows.ts';

test('an outline of a verification names the columns that differ, but no values or keys', () => {
  const both = { rows: 5, digest: 'd', tables: [] };
  const row = (x: number, y: number) => ({ account_id: 'secret', at: 4711, x, gear: [{ id: y }] });
  const difference = { table: 'point', key: { account_id: 'secret', at: 4711 } };
  const outline = outlineOfVerification({
    name: 'location-trail',
    live: { generation: 1, ...both },
    candidate: { generation: 2, ...both },
    equal: false,
    tables: [
      { table: 'point', rows: 40, columns: [] },
      { table: 'other', rows: 0, columns: [{ column: 'via', side: 'candidate', rows: 3 }] },
    ],
    differences: [
      { ...difference, live: row(3_200, 1), candidate: row(3_201, 1) },
      { ...difference, live: row(3_200, 1), candidate: row(3_202, 2) },
      { ...difference, live: row(3_200, 1), candidate: null },
      { ...difference, live: null, candidate: row(3_200, 1) },
    ],
  });
  expect(outline).toEqual({
    name: 'location-trail',
    live: { generation: 1, ...both },
    candidate: { generation: 2, ...both },
    equal: false,
    tables: [
      {
        table: 'point',
        rows: 40,
        columns: [],
        first: { unlike: ['x', 'gear'], only_live: 1, only_candidate: 1 },
      },
      {
        table: 'other',
        rows: 0,
        columns: [{ column: 'via', side: 'candidate', rows: 3 }],
        first: { unlike: [], only_live: 0, only_candidate: 0 },
      },
    ],
  });
});
