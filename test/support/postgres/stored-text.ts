import type { Database } from '../../../shared/postgres/database.ts';

/** Tables as `schema.table` with a row that holds one of the texts, also as bytes. */
export async function tablesThatHold(database: Database, texts: readonly string[]): Promise<string[]> {
  // Most tables of a test have no page, and so no row.
  const tables = await database.many<{ name: string }>({
    text: `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
           from pg_class c
           join pg_namespace n on n.oid = c.relnamespace
           where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)' and pg_relation_size(c.oid) > 0
           order by 1`,
  });
  if (tables.length === 0) return [];
  const forms = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]);
  const searches = tables.map(
    ({ name }, order) => `
      select ${order} as place, '${name}' as name
      where exists (
        select from ${name} as t cross join unnest($1::text[]) as form where strpos(lower(t::text), lower(form)) > 0
      )`,
  );
  const found = await database.many<{ name: string }>({
    text: `select name from (${searches.join(' union all ')}) as found order by place`,
    values: [forms],
  });
  return found.map(({ name }) => name);
}
