import { readFileSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { prepareLimits } from '../../services/query/limits/postgres-rate-limiter.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { type DatabaseRole, databaseRoles } from '../../shared/postgres/schema/roles.ts';
import { runJson } from '../support/hub/command-line.ts';
import { serviceSettings } from '../support/hub/services.ts';
import { openRoledDatabase } from '../support/postgres/role-logins.ts';

const file = new URL('../golden/role-rights.txt', import.meta.url);
const record = 'HUB_TEST_RECORD=1 npm test -- test/processes/role-rights.test.ts';

/**
 * Runs every kind of statement on every table, column and function of the hub, and rolls each back.
 * PostgreSQL checks privileges also for statements that meet no row.
 */
const tryAll = `do $try$
declare
  place record;
  part text;
  found text := '';
  allowed text[];
begin
  for place in
    select c.oid, format('%I.%I', nspname, relname) as name,
           array(
             select quote_ident(attname)
             from pg_attribute
             where attrelid = c.oid and attnum > 0 and not attisdropped
             order by attname collate "C"
           ) as columns
    from pg_class c
    join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and nspname !~ '^(pg_|information_schema)'
    order by nspname collate "C", relname collate "C"
  loop
    allowed := '{}';
    foreach part in array array[
      'delete from %s where false', 'truncate %s',
      'lock table %s in row exclusive mode', 'lock table %s in access exclusive mode'
    ] loop
      begin
        execute format(part, place.name);
        raise sqlstate 'HUB01';
      exception
        when insufficient_privilege then null;
        when sqlstate 'HUB01' or feature_not_supported or object_in_use then
          allowed := allowed || replace(split_part(part, ' %s', 1) || split_part(part, '%s', 2), ' where false', '');
      end;
    end loop;
    for part in
      select kind || case when cardinality(may) = cardinality(place.columns) then ''
                          else ' (' || array_to_string(may, ', ') || ')' end
      from (
        select kind, array(
          select c from unnest(place.columns) as c
          where has_column_privilege(place.oid, trim(both '"' from c), kind)
        ) as may
        from unnest(array['select', 'insert', 'update']) as kind
      ) as kinds
      where cardinality(may) > 0
    loop
      allowed := allowed || part;
    end loop;
    if cardinality(allowed) > 0 then
      found := found || place.name || ': ' || array_to_string(allowed, '; ') || E'\\n';
    end if;
  end loop;
  for place in
    select format('%I.%I', nspname, proname) as name,
           format('select %I.%I(%s)', nspname, proname, array_to_string(array(
             select 'null::' || format_type(t, null) from unnest(proargtypes::oid[]) as t
           ), ', ')) as call
    from pg_proc
    join pg_namespace n on n.oid = pronamespace
    where nspname in ('hub', 'log', 'projection', 'console')
    order by 1
  loop
    begin
      execute place.call;
      raise sqlstate 'HUB01';
    exception
      when insufficient_privilege then null;
      when others then found := found || place.name || E'()\\n';
    end;
  end loop;
  perform set_config('test.rights', found, false);
end
$try$`;

async function rightsOf(url: string): Promise<string> {
  const database = openDatabase({ url, name: 'test', maxConnections: 1, statementTimeoutMs: 60_000 });
  onTestFinished(() => database.close());
  await database.run({ text: tryAll });
  const { rights } = await database.one<{ rights: string }>({
    text: `select current_setting('test.rights') as rights`,
  });
  return withoutEqualGenerations(rights);
}

const ofGeneration = /^\w+_g\d+\.\w+: (.*)\n/gm;

/** The tables of generations have one line together when a role has the same rights on each. */
function withoutEqualGenerations(rights: string): string {
  const kinds = new Set([...rights.matchAll(ofGeneration)].map(([, kind]) => kind));
  if (kinds.size !== 1) return rights;
  return `every table of a generation: ${[...kinds][0]}\n${rights.replace(ofGeneration, '')}`;
}

test('every role can run the recorded statements, and no other', async () => {
  const roled = await openRoledDatabase();
  const owner = { ...(await serviceSettings()), DATABASE_OWNER_URL: roled.ownerUrl };
  await runJson(owner, ['migrate']);
  await prepareLimits(roled.database);
  const rights: string[] = [];
  for (const role of databaseRoles satisfies readonly DatabaseRole[]) {
    rights.push(`${role}\n\n${await rightsOf(roled.urlOf(role))}`);
  }
  const found = rights.join('\n');
  if (process.env.HUB_TEST_RECORD !== undefined) writeFileSync(file, found);
  else expect(found, `if this is meant, record it: ${record}`).toBe(readFileSync(file, 'utf8'));
});
