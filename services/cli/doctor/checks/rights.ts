import { hasRolePrivileges } from '../../../standalone/schema/migrate-hub.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Finding, findingOf } from '../finding.ts';

export const rightsCheck = defineCheck('rights', readRights, judgeRights);

/** `hasRoles`: whether the database has roles for processes. */
async function readRights(hub: ExaminedHub) {
  const database = hub.database();
  type Privilege = 'isSuperuser' | 'canCreateTables' | 'canAppend' | 'canRead' | 'hasRoles';
  const facts = await database.one<Record<Privilege, boolean> & { role: string; grantedToAll: string[] }>({
    text: `select current_user as role,
                  (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
                  has_schema_privilege('hub', 'create') as "canCreateTables",
                  -- A hub with its log in Kafka has no such tables.
                  coalesce((${privilege('record', 'insert')}), true) as "canAppend",
                  coalesce((${privilege('hub_membership', 'select')}), true) as "canRead",
                  exists (select from hub.migration where name = 'privileges') as "hasRoles",
                  ${grantedToAll} as "grantedToAll"`,
  });
  return { ...facts, hasReleasePrivileges: await hasRolePrivileges(database) };
}

export function judgeRights(facts: FactsOf<typeof readRights>): Finding {
  const { role, canAppend, canRead, hasRoles, grantedToAll } = facts;
  const faults = [];
  if (!canAppend || !canRead) {
    faults.push({
      what: `the role ${role} is not allowed to ${[...(canRead ? [] : ['read']), ...(canAppend ? [] : ['append to'])].join(' and ')} the log`,
      why: 'commands and a hub in one process cannot work',
      fix: `hub migrate with DATABASE_OWNER_URL, then grant hub_operator to ${role}, or set DATABASE_URL to a role with these privileges`,
    });
  }
  if (hasRoles && !facts.hasReleasePrivileges) {
    faults.push({
      what: 'the roles of the processes lack privileges of this release',
      why: 'processes with these roles fail at new features',
      fix: 'hub migrate with DATABASE_OWNER_URL',
    });
  }
  const all = facts.isSuperuser || facts.canCreateTables;
  const advice = all
    ? ' owns the tables and does everything: hub migrate with DATABASE_OWNER_URL creates a role for each process'
    : ' may do its work';
  return findingOf(faults, `the role ${role}${advice}${hintOf(hasRoles ? grantedToAll : [])}`);
}

/** Only the owner of the database or a superuser can forbid the creation of these objects. */
const grantedToAll = `array_remove(array[
  case when exists (
    select from pg_roles where rolname = 'hub_query' and has_database_privilege(oid, current_database(), 'temporary')
  ) then 'temporary tables (revoke temporary on database from public, as the owner of the database)' end,
  case when exists (
    select from pg_roles where rolname = 'hub_query' and has_function_privilege(oid, 'lo_create(oid)', 'execute')
  ) then 'large objects (revoke execute on function lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) from public, as a superuser)' end
], null)`;

function hintOf(granted: readonly string[]): string {
  return granted.length === 0
    ? ''
    : `; the role of DATABASE_OWNER_URL could not revoke: ${granted.join('; ')}`;
}

/** Finds the table by name, because the role may lack the right to use the schema. */
function privilege(table: string, right: 'insert' | 'select'): string {
  return `select has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, '${right}')
          from pg_class c
          join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'log' and c.relname = '${table}'`;
}
