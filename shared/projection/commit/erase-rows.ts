import type { Sql } from '../../postgres/database.ts';
import type { Generation } from '../generations/generation.ts';

/**
 * The process need not have the code of the projection, so that it can erase in generations of
 * other releases.
 */
export type Erasable = Pick<Generation, 'number' | 'schema'> & {
  readonly projection: Pick<Generation['projection'], 'name'>;
};

/**
 * Deletes the parked records of subjects, and their rows in every table with a column `account_id`
 * or `member_id`. Works on generations of other releases too.
 */
export async function eraseRows(sql: Sql, generation: Erasable, subjects: readonly string[]): Promise<void> {
  const columns = await sql.many<{ table: string; column: string }>({
    text: `select quote_ident(c.relname) as table, a.attname as column
           from pg_class c
           join pg_attribute a on a.attrelid = c.oid
           where c.relnamespace = to_regnamespace($1)
             and c.relkind in ('r', 'p')
             and not c.relispartition
             and a.attname in ('account_id', 'member_id')
             and not a.attisdropped
           order by 1, 2`,
    values: [generation.schema],
    name: 'projection-tables-of-subjects',
  });
  for (const { table, column } of columns) {
    await sql.run({
      text: `delete from ${generation.schema}.${table} where ${column} = any($1::text[])`,
      values: [subjects],
    });
  }
  await sql.run({
    text: `delete from projection.parked
           where projection = $1 and generation = $2 and subject = any($3)`,
    values: [generation.projection.name, generation.number, subjects],
  });
}

/** Remembers subjects as erased, in every generation and for ever. */
export async function noteErased(sql: Sql, subjects: readonly string[]): Promise<void> {
  await sql.run({
    text: `insert into projection.erased (subject)
           select subject
           from unnest($1::text[]) as ended (subject)
           order by subject
           on conflict (subject) do nothing`,
    values: [subjects],
  });
}
