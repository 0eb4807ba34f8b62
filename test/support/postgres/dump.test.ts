import { expect, test } from 'vitest';
import { freshDatabase } from './database.ts';
import { dumpDatabase, restoreDatabase } from './dump.ts';

test('a restored database holds what was dumped', async () => {
  const { database } = await freshDatabase();
  const awkward = ['', '\\.', 'a\tb\nc\\', 'copy x from stdin;', 'Ærøskøbing ☃', null];
  await database.run({
    text: `create schema "of two"; create table "of two"."B c" (id int primary key, t text, raw bytea);
           create table a (id int references "of two"."B c" default 7)`,
  });
  for (const [id, text] of awkward.entries()) {
    const values = [id, text, text === null ? null : Buffer.from([0, 10, 92, id])];
    await database.run({ text: 'insert into "of two"."B c" values ($1, $2, $3)', values });
  }
  await database.run({ text: 'insert into a values (3)' });
  const dump = await dumpDatabase(database);

  const { database: other } = await freshDatabase();
  await restoreDatabase(other, dump);
  expect(await dumpDatabase(other)).toBe(dump);
  const rows = await other.many<{ t: string | null }>({ text: 'select t from "of two"."B c" order by id' });
  expect(rows.map(({ t }) => t)).toEqual(awkward);
});
