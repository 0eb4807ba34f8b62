import type { Database } from '../../../shared/postgres/database.ts';

const ownSchemas = `nspname !~ '^pg_' and nspname <> 'information_schema'`;

/** Names are sorted byte by byte, so equal schemas give equal texts. */
export async function describeSchema(database: Database): Promise<string> {
  const parts = [schemasSql, functionsSql, tablesSql, storageSql, constraintsSql, foreignKeysSql, indexesSql];
  return database.transaction(
    async (tx) => {
      // Otherwise, a user `hub` would find tables of the schema `hub` without the schema.
      await tx.run({ text: `set local search_path to ''` });
      const described: string[] = [];
      for (const text of parts) {
        const rows = await tx.many<{ statement: string }>({ text });
        described.push(rows.map(({ statement }) => `${statement};\n`).join(''));
      }
      return described.filter((statements) => statements !== '').join('\n');
    },
    { isolation: 'repeatable read' },
  );
}

const schemasSql = `
  select format('create schema %I', nspname) as statement
  from pg_namespace
  where ${ownSchemas} and nspname <> 'public'
  order by nspname::text collate "C"`;

const functionsSql = `
  select rtrim(pg_get_functiondef(f.oid), E'\\n') as statement
  from pg_proc f
  join pg_namespace n on n.oid = f.pronamespace
  where ${ownSchemas}
  order by f.oid::regprocedure::text collate "C"`;

/** A partition comes after its partitioned table. */
const tablesSql = `
  select format(
           'create%s table %I.%I %s%s%s',
           case c.relpersistence when 'u' then ' unlogged' else '' end,
           n.nspname,
           c.relname,
           case
             when c.relispartition then format(
               'partition of %s %s',
               (select inhparent::regclass from pg_inherits where inhrelid = c.oid),
               pg_get_expr(c.relpartbound, c.oid)
             )
             else format(E'(\\n%s\\n)', columns.list)
           end,
           case c.relkind when 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end,
           ' with (' || array_to_string(c.reloptions, ', ') || ')'
         ) as statement
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  cross join lateral (
    select string_agg(
             format(
               '  %I %s%s%s%s',
               a.attname,
               format_type(a.atttypid, a.atttypmod),
               case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation else '' end,
               case when a.attnotnull then ' not null' else '' end,
               ' default ' || pg_get_expr(d.adbin, d.adrelid)
             ),
             E',\\n'
             order by a.attnum
           ) as list
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ) as columns
  where ${ownSchemas} and c.relkind in ('r', 'p')
  order by c.relispartition, n.nspname::text collate "C", c.relname::text collate "C"`;

/** Columns that store long values in another way than their type does by default. */
const storageSql = `
  select format(
           'alter table %I.%I alter column %I set storage %s',
           n.nspname,
           c.relname,
           a.attname,
           case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end
         ) as statement
  from pg_attribute a
  join pg_type t on t.oid = a.atttypid
  join pg_class c on c.oid = a.attrelid
  join pg_namespace n on n.oid = c.relnamespace
  where ${ownSchemas} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    and a.attstorage <> t.typstorage
  order by n.nspname::text collate "C", c.relname::text collate "C", a.attnum`;

const constraintsSql = constraintsOf(`in ('p', 'u', 'c', 'x')`);
/** Foreign keys come after the keys that they refer to. */
const foreignKeysSql = constraintsOf(`= 'f'`);

function constraintsOf(kinds: string): string {
  return `
    select format(
             'alter table %s add constraint %I %s',
             o.conrelid::regclass,
             o.conname,
             pg_get_constraintdef(o.oid)
           ) as statement
    from pg_constraint o
    join pg_namespace n on n.oid = o.connamespace
    where ${ownSchemas} and o.conrelid <> 0 and o.contype ${kinds}
    order by o.conrelid::regclass::text collate "C", o.conname::text collate "C"`;
}

const indexesSql = `
  select pg_get_indexdef(i.indexrelid) as statement
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join pg_namespace n on n.oid = c.relnamespace
  where ${ownSchemas} and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
  order by i.indrelid::regclass::text collate "C", c.relname::text collate "C"`;
