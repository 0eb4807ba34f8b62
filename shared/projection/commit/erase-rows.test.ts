import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { eraseRows } from './erase-rows.ts';

const generation = { projection: { name: 'tally' }, number: 1, schema: 'made_g1' };

test('deletes the rows of subjects in every kind of table, by account or by member', async () => {
  const { database } = await freshDatabase('projections');
  await database.run({
    text: `create schema made_g1;
           create table made_g1.of_account (account_id text, kept boolean);
           create table made_g1.of_member (member_id text, kept boolean);
           create table made_g1.of_both (account_id text, member_id text, kept boolean);
           create table made_g1.in_parts (account_id text, kept boolean) partition by list (account_id);
           create table made_g1.in_parts_1 partition of made_g1.in_parts for values in ('gone');
           create table made_g1.in_parts_2 partition of made_g1.in_parts default;
           create table made_g1.of_nobody (name text);
           create view made_g1.seen as select * from made_g1.of_account;
           insert into made_g1.of_account values ('gone', false), ('other', true);
           insert into made_g1.of_member values ('gone', false), ('other', true);
           insert into made_g1.of_both values ('gone', 'other', false), ('other', 'gone', false), ('other', 'other', true);
           insert into made_g1.in_parts values ('gone', false), ('other', true);
           insert into made_g1.of_nobody values ('gone')`,
  });
  await eraseRows(database, generation, ['gone', 'unknown']);
  for (const table of ['of_account', 'of_member', 'of_both', 'in_parts']) {
    const rows = await database.many({ text: `select kept from made_g1.${table}` });
    expect(rows, table).toEqual([{ kept: true }]);
  }
  expect(await database.many({ text: 'select name from made_g1.of_nobody' })).toHaveLength(1);
});
