import { sql } from 'slonik';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { openDatabase } from './open-database.ts';
import { generationTable, statementOf } from './slonik-statement.ts';

const Named = z.object({ id: z.int(), name: z.string().nullable() });
const wrong = sql.type(z.object({ name: z.int() }))`select 'Quillon' as name`;

test("runs statements of slonik's tags: names, values, lists and parts, prepared with and without a name", async () => {
  const { database } = await freshDatabase();
  await database.run({
    text: `create schema g; create table g."odd ""name" as
           select id, chr(96 + id) as name from generate_series(1, 12) as id`,
  });
  const only = (ids: readonly number[]) => sql.fragment`id = any (${sql.array(ids, 'int4')})`;
  const query = (ids: readonly number[]) => sql.type(Named)`
    select id, nullif(name, ${'b'}) as name
    from ${generationTable('"g"', 'odd "name')}
    where ${only(ids)} and name <= ${'k'} and id > ${0} and ${1}::int + ${2} + ${3} + ${4} + ${5} + ${6} + ${7} = ${28}
    order by id`;
  const expected = [
    { id: 2, name: null },
    { id: 11, name: 'k' },
  ];
  expect(await database.many(statementOf(query([2, 11, 12])))).toEqual(expected);
  expect(await database.many(statementOf(query([2, 11, 12]), 'named'))).toEqual(expected);
  expect(await database.many(statementOf(query([1]), 'named'))).toEqual([{ id: 1, name: 'a' }]);
});

test('a pool that checks rows refuses a wrong row, without its values in the error', async () => {
  const { database } = await freshDatabase();
  const refused = expect.objectContaining({ message: expect.stringMatching(/^(?!.*Quillon).*name: /) });
  await expect(database.one(statementOf(wrong))).rejects.toEqual(refused);
  await expect(database.transaction((tx) => tx.one(statementOf(wrong)))).rejects.toEqual(refused);
});

test('a pool of the hub does not check rows', async () => {
  const { url } = await freshDatabase();
  const database = openDatabase({ url, name: 'test', maxConnections: 1, statementTimeoutMs: 5_000 });
  onTestFinished(() => database.close());
  expect(await database.one(statementOf(wrong))).toEqual({ name: 'Quillon' });
});
