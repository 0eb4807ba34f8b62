import type { Database } from '../../../shared/postgres/database.ts';

/** Tables as `schema.table` with a row that holds one of the texts, also as bytes. */
export async function tablesThatHold(database: Database, texts: readonly string[]): Promise<string[]> {
  const tables = await database.many<{ name: string }>({
    text: `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
           from pg_class c
           join pg_namespace n on n.oid = c.relnamespace
           where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)'
           order by 1`,
  });
  const forms = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]);
  const found: string[] = [];
  for (const { name } of tables) {
    const { holds } = await database.one<{ holds: boolean }>({
      text: `select exists (
               select
               from ${name} as t
               cross join unnest($1::text[]) as form
               where strpos(lower(t::text), lower(form)) > 0
             ) as holds`,
      values: [forms],
    });
    if (holds) found.push(name);
  }
  return found;
}
