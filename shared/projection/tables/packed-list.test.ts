import { expect, test } from 'vitest';
import { z } from 'zod';
import { keyedTable } from './keyed-table.ts';
import { convertRows, packedList } from './packed-list.ts';
import { rowSchema } from './row-schema.ts';

const Item = z.object({ id: z.int(), name: z.string().nullable() });
const bag = keyedTable({
  key: { slot: 'int4' },
  columns: { items: packedList(Item), noted: 'text?', day: 'date' },
});
const row = {
  slot: 1,
  items: [
    { id: 4, name: 'Whip' },
    { name: null, id: 5 },
  ],
  noted: null,
  day: '2026-09-14',
};

test('a packed list is stored as values in the order of the schema, and read as objects', () => {
  const [stored] = convertRows(bag, [row], 'pack');
  expect(stored).toEqual({
    ...row,
    items: [
      [4, 'Whip'],
      [5, null],
    ],
  });
  expect(convertRows(bag, stored === undefined ? [] : [stored], 'unpack')).toEqual([row]);
});

test('a list that an earlier release stored as objects is read as it is', () => {
  expect(convertRows(bag, [row], 'unpack')).toEqual([row]);
});

test('the schema of a row takes what the table allows', () => {
  const schema = rowSchema(bag);
  const [stored] = convertRows(bag, [row], 'pack');
  expect(schema.parse(stored)).toEqual(stored);
  for (const wrong of [{ slot: null }, { slot: 1.5 }, { noted: 5 }, { day: 'today' }, { day: null }])
    expect(schema.safeParse({ ...stored, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
});
