import { expect, test } from 'vitest';
import { openTestLog } from '../shared/projection/testing/open-test-log.ts';

/**
 * Tables without ids, and tables that keep ids on purpose: erased ids, and decisions on records. No
 * answer shows an erased account of a team.
 */
const withoutSubjects = ['competition', 'decommission', 'erased', 'feed_epoch', 'parked_decision', 'verdict'];

test('all tables except the listed tables have the column for an account or a member that erasures use', async () => {
  const { database } = await openTestLog('projections');
  const tables = await database.many<{ name: string }>({
    text: `select c.relname as name
           from pg_class c
           join projection.generation g on g.schema_name::regnamespace = c.relnamespace
           where c.relkind in ('r', 'p')
             and not exists (
               select
               from pg_attribute a
               where a.attrelid = c.oid and a.attname in ('account_id', 'member_id')
             )
           order by 1`,
  });
  expect(tables.map(({ name }) => name)).toEqual(withoutSubjects);
});
