import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { Database } from '../../../shared/postgres/database.ts';
import { createRoles, type DatabaseRole, databaseRoles } from '../../../shared/postgres/schema/roles.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';

/** The owner is no superuser; each role of the hub has a login. */
export interface RoledDatabase {
  /** Connections as a superuser. */
  readonly database: Database;
  readonly ownerUrl: string;
  urlOf(role: DatabaseRole): string;
}

/** Other tests use the roles of the same server, so each test has its own logins in the roles. */
export async function openRoledDatabase(): Promise<RoledDatabase> {
  const fresh = await freshDatabase();
  const { database } = fresh;
  await createRoles(database);
  const suffix = randomBytes(4).toString('hex');
  const password = randomBytes(12).toString('hex');
  const login = (name: string) => `test_${suffix}_${name}`;
  for (const role of databaseRoles) {
    await database.run({ text: `create role ${login(role)} login password '${password}' in role ${role}` });
  }
  const owner = login('owner');
  await database.run({
    text: `create role ${owner} login createrole password '${password}' in role hub_projector`,
  });
  await database.run({
    text: `do $$ begin execute format('alter database %I owner to ${owner}', current_database()); end $$`,
  });
  onTestFinished(() => dropLogins(fresh, [owner, ...databaseRoles.map(login)]));
  return {
    database,
    ownerUrl: addressOf(fresh.url, owner, password),
    urlOf: (role) => addressOf(fresh.url, login(role), password),
  };
}

/** Drops also what belongs to the logins. Call this before the database is dropped. */
async function dropLogins({ database }: FreshDatabase, logins: readonly string[]): Promise<void> {
  await database.run({
    text: `select pg_terminate_backend(pid) from pg_stat_activity where usename = any($1)`,
    values: [logins],
  });
  await database.run({
    text: `do $$ begin execute format('alter database %I owner to %I', current_database(), current_user); end $$`,
  });
  for (const login of logins) {
    await database.run({ text: `reassign owned by ${login} to current_user` });
    await database.run({ text: `drop owned by ${login}` });
    await database.run({ text: `drop role ${login}` });
  }
}

function addressOf(url: string, user: string, password: string): string {
  const address = new URL(url);
  address.username = user;
  address.password = password;
  return address.href;
}
