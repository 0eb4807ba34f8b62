import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { type CopyColumns, type CopyRow, encodeCopyRows, ValueRefused } from './binary-copy.ts';

const columns = {
  a_text: 'text',
  an_int8: 'int8',
  an_int4: 'int4',
  an_int2: 'int2',
  a_bool: 'bool',
  a_uuid: 'uuid',
  a_date: 'date',
  a_json: 'json',
  some_int4: 'int4[]',
} as const satisfies CopyColumns;

const full: CopyRow<typeof columns> = {
  a_text: 'é 🗡 \t\n\\N',
  an_int8: Number.MIN_SAFE_INTEGER,
  an_int4: -(2 ** 31),
  an_int2: 32_767,
  a_bool: true,
  a_uuid: '0b5f9a5e-2d1c-4c4e-9a57-0000000000FF',
  a_date: '1999-12-31',
  a_json: [{ name: 'é', quantity: 1.5 }],
  some_int4: [-1, 2_147_483_647],
};
const empty = Object.fromEntries(Object.keys(columns).map((name) => [name, null]));

test('copied rows are read unchanged', async () => {
  const { database } = await freshDatabase('empty');
  await database.run({
    text: `create table copied (number int8, a_text text, an_int8 int8, an_int4 int4, an_int2 int2, a_bool bool, a_uuid uuid,
                                a_date date,
                                a_json json, some_int4 int4[])`,
  });
  const rows = [full, { ...full, an_int8: 2 ** 40 + 5, a_bool: false, some_int4: [] }, empty].map(
    (row, number) => ({
      ...(row as typeof full),
      number,
    }),
  );
  const text = `copy copied (number, ${Object.keys(columns).join(', ')}) from stdin (format binary)`;
  const copy = (of: typeof rows) => encodeCopyRows({ number: 'int8', ...columns }, of);
  await database.transaction((tx) => tx.copyIn(text, copy(rows)));
  const stored = await database.many({ text: 'select *, a_date::text from copied order by number' });
  expect(stored).toEqual(rows.map((row) => ({ ...row, a_uuid: row.a_uuid?.toLowerCase() ?? null })));

  // The rows need more than one message.
  const many = Array.from({ length: 5_000 }, (_, number) => ({ ...full, number: number + 10 }));
  await database.transaction(async (tx) => {
    await tx.copyIn(text, copy(many));
    expect(await tx.one({ text: 'select count(*) as rows from copied' })).toEqual({ rows: 5_003 });
  });
  const withNul = database.transaction((tx) => tx.copyIn(text, copy([{ ...full, a_text: '\0', number: 4 }])));
  await expect(withNul).rejects.toMatchObject({ code: '22021' });
  expect(await database.one({ text: 'select count(*) as rows from copied' })).toEqual({ rows: 5_003 });
});

test.each<[string, Partial<typeof full>]>([
  ['half of a pair', { a_text: 'a\ud800' }],
  ['half of a pair in JSON', { a_json: { name: '\udc00' } }],
  ['a NUL in JSON', { a_json: { name: '\0' } }],
  ['a fraction', { an_int8: 1.5 }],
  ['an integer too large for its column', { an_int4: 2 ** 31 }],
  ['an integer too large for its array', { some_int4: [2 ** 31] }],
  ['an integer too small for its column', { an_int2: -40_000 }],
  ['a month without a day', { a_date: '2026-13' }],
  ['an invalid uuid', { a_uuid: '0b5f9a5e' }],
])('%s is refused', (_, value) => {
  expect(() => encodeCopyRows(columns, [{ ...full, ...value }])).toThrow(ValueRefused);
});
