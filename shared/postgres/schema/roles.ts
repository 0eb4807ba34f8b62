import { createHmac } from 'node:crypto';
import type { Sql } from '../database.ts';

/**
 * Each kind of process has a role with the privileges that this kind of process needs
 * (`privileges.sql`). All databases of a PostgreSQL server have the same roles. The privileges of a
 * role can differ in each database.
 */
export const databaseRoles = ['hub_ingest', 'hub_projector', 'hub_query', 'hub_operator'] as const;
export type DatabaseRole = (typeof databaseRoles)[number];

/**
 * The connection limit of each role. All processes of a role share the limit. operations.md says
 * how many connections each process opens.
 */
export const connectionsMax: Readonly<Record<DatabaseRole, number>> = {
  hub_ingest: 60,
  hub_projector: 60,
  hub_query: 80,
  hub_operator: 90,
};

/**
 * Creates the roles that are missing. Several processes may do this at the same time. The role
 * `hub_projector` owns the tables of projections. The current user of the database becomes a member
 * of this role.
 * @throws when the session is not allowed to create roles
 */
export async function createRoles(sql: Sql): Promise<void> {
  for (const role of databaseRoles) {
    await sql.run({
      text: `do $$
             begin
               if not exists (select from pg_roles where rolname = '${role}') then
                 create role ${role};
               end if;
             exception
               -- Another hub on this server created the role at the same time.
               when duplicate_object or unique_violation then null;
             end
             $$`,
    });
  }
  for (const role of databaseRoles) await limitConnections(sql, role);
  await sql.run({
    text: `do $$
           begin
             if not pg_has_role('hub_operator', 'hub_projector', 'usage') then
               grant hub_projector to hub_operator;
             end if;
             if not pg_has_role('hub_projector', 'usage') then
               execute format('grant hub_projector to %I', current_user);
             end if;
           end
           $$`,
  });
}

/**
 * Sets the limit of a role that has no limit yet. Does not replace a limit that an operator chose.
 */
async function limitConnections(sql: Sql, role: DatabaseRole): Promise<void> {
  await sql.run({
    text: `do $$
           begin
             if exists (select from pg_roles where rolname = '${role}' and rolconnlimit = -1) then
               alter role ${role} connection limit ${connectionsMax[role]};
             end if;
           exception
             -- The owner of another database created the role, so this session cannot change it.
             when insufficient_privilege then null;
           end
           $$`,
  });
}

/** For the embedded server. */
export async function grantLogins(sql: Sql, ownerUrl: string): Promise<void> {
  const { ready } = await sql.one<{ ready: number }>({
    text: 'select count(*)::integer as ready from pg_roles where rolname = any($1) and rolcanlogin',
    values: [databaseRoles],
  });
  if (ready === databaseRoles.length) return;
  await createRoles(sql);
  for (const role of databaseRoles) {
    // A password in base64url needs no escapes in SQL.
    await sql.run({ text: `alter role ${role} login password '${passwordOf(role, ownerUrl)}'` });
  }
  // The hub uses these rights after an erasure, to remove deleted encryption keys from the WAL.
  await sql.run({ text: 'grant pg_checkpoint to hub_operator' });
  await sql.run({ text: 'grant execute on function pg_switch_wal(), pg_ls_waldir() to hub_operator' });
}

export function roleUrl(role: DatabaseRole, ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = passwordOf(role, ownerUrl);
  return url.href;
}

function passwordOf(role: DatabaseRole, ownerUrl: string): string {
  return createHmac('sha256', new URL(ownerUrl).password).update(role).digest('base64url');
}
