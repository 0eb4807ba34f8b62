import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { prepareServedVersion } from '../../../projections/access/directory/wait-until-served.ts';
import { projections } from '../../../projections/registry.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import type { Retention } from '../../../shared/events/streams.ts';
import { prepareLastUsedCopy } from '../../../shared/identity/last-used-copy.ts';
import { prepareLogIdentity } from '../../../shared/identity/log-identity.ts';
import { ensureStreams } from '../../../shared/log/postgres/ensure-streams.ts';
import { storeRetention } from '../../../shared/log/postgres/maintenance/stored-retention.ts';
import type { Database, Tx } from '../../../shared/postgres/database.ts';
import { isLackingPrivilege } from '../../../shared/postgres/faults/lacking-privilege.ts';
import { requireServer } from '../../../shared/postgres/hub-database-server.ts';
import { lockNumbers } from '../../../shared/postgres/lock-numbers.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { hasTable } from '../../../shared/postgres/schema/has-table.ts';
import { connectionsMax, createRoles, databaseRoles } from '../../../shared/postgres/schema/roles.ts';
import { findLaterRelease, noteRelease } from '../../../shared/process/noted-release.ts';
import { prepareProcessFolders } from '../../../shared/process/process-folders.ts';
import { preparePublicOrigin } from '../../../shared/process/public-origin.ts';
import { prepareKnownSecret } from '../../../shared/process/settings/known-secret.ts';
import { prepareGenerations } from '../../../shared/projection/generations/generations.ts';
import { grantAllIngestReads } from '../../../shared/projection/generations/ingest-privileges.ts';
import { prepareConsole } from '../../console/prepare-console.ts';
import { prepareIngest } from '../../ingest/prepare-ingest.ts';
import { reportedTypes } from '../../ingest/reported-types.ts';
import { prepareProjector } from '../../projector/database-gauges.ts';
import { projectorTypes } from '../../projector/projector-types.ts';
import { prepareApiKeyUses } from '../../query/api-key-use/note-api-key-use.ts';
import { prepareLimits } from '../../query/limits/postgres-rate-limiter.ts';

/** Long enough to create an index on a large table. */
const statementTimeoutMs = 600_000;

export interface MigrateOptions {
  /** Grants even when nothing is missing. */
  readonly again?: boolean;
  /** Stored in the database when given. */
  readonly retention?: Retention;
}

/**
 * Creates missing tables and roles, and grants privileges (operations.md, Database roles). Several
 * processes may migrate at the same time.
 * @param ownerUrl the address for the role that owns the tables
 * @returns the migrations that ran, as `name/file`
 * @throws OperatorError when the role lacks a privilege
 */
export async function migrateHub(
  ownerUrl: string,
  { again = false, retention }: MigrateOptions = {},
): Promise<string[]> {
  await requireServer(ownerUrl, 'DATABASE_OWNER_URL');
  const database = openDatabase({ url: ownerUrl, name: 'owner', maxConnections: 2, statementTimeoutMs });
  try {
    const ran = await createHubTables(database);
    // The privileges of a later release include the privileges of this release.
    if ((await findLaterRelease(database)) === null) {
      if (again || ran.length > 0 || !(await hasRolePrivileges(database))) {
        await givePrivileges(database, await readPrivileges());
      }
      await noteRelease(database);
    }
    if (retention !== undefined) await storeRetention(database, retention);
    return ran;
  } catch (error) {
    throw explained(error);
  } finally {
    await database.close();
  }
}

/** @returns the migrations that ran, as `name/file` */
export async function createHubTables(database: Database): Promise<string[]> {
  const before = await readMigrations(database);
  await prepareLogIdentity(database);
  await ensureStreams(database);
  await prepareLastUsedCopy(database);
  await prepareKnownSecret(database);
  await prepareIngest(database);
  await prepareProjector(database);
  await prepareLimits(database);
  await prepareApiKeyUses(database);
  await prepareServedVersion(database);
  await preparePublicOrigin(database);
  await prepareProcessFolders(database);
  await prepareConsole(database);
  await prepareGenerations(database, projections);
  const known = new Set(before);
  return (await readMigrations(database)).filter((file) => !known.has(file));
}

/** The types of records that each role appends. `hub_operator` may append all types. */
const appendedTypes = [
  ...reportedTypes.map(({ stream, type }) => ({ role: 'hub_ingest', stream, type })),
  ...projectorTypes.map(({ stream, type }) => ({ role: 'hub_projector', stream, type })),
];

interface Privileges {
  readonly sql: string;
  readonly checksum: string;
}

async function readPrivileges(): Promise<Privileges> {
  const sql = await readFile(new URL('./privileges.sql', import.meta.url), 'utf8');
  const fromCode = JSON.stringify([
    appendedTypes.map(({ role, stream, type }) => [role, stream, type]),
    projections.map(({ name, special }) => [name, special?.ingestReads]),
    databaseRoles.map((role) => [role, connectionsMax[role]]),
  ]);
  return { sql, checksum: createHash('sha256').update(sql).update(fromCode).digest('hex') };
}

/**
 * Whether the roles have the privileges of this release, or of a later release. A dump contains the
 * row of granted privileges, but not the roles and their privileges on the database itself.
 */
export async function hasRolePrivileges(database: Database): Promise<boolean> {
  const { checksum } = await readPrivileges();
  const hasLater = (await findLaterRelease(database)) !== null;
  const { given } = await database.one<{ given: boolean }>({
    text: `select exists (select from hub.migration where name = 'privileges' and (checksum = $1 or $3))
             and (select count(*) from pg_roles where rolname = any($2)) = cardinality($2::text[])
             and exists (
               select
               from pg_roles
               where rolname = 'hub_projector' and has_database_privilege(oid, current_database(), 'create')
             ) as given`,
    values: [checksum, databaseRoles, hasLater],
  });
  return given;
}

async function givePrivileges(database: Database, { sql, checksum }: Privileges): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run({ text: 'select pg_advisory_xact_lock($1)', values: [lockNumbers.migration] });
    await createRoles(tx);
    await tx.run({ text: sql });
    await storeAppendedTypes(tx);
    await grantAllIngestReads(tx, projections);
    await tx.run({
      text: `insert into hub.migration (name, file, checksum)
             values ('privileges', 'privileges.sql', $1)
             on conflict (name, file) do update set checksum = excluded.checksum, applied_at = clock_timestamp()`,
      values: [checksum],
    });
  });
}

/** `log.append_records`, with which roles append, reads these types. */
async function storeAppendedTypes(tx: Tx): Promise<void> {
  await tx.run({ text: 'delete from log.appended_type' });
  await tx.run({
    text: `insert into log.appended_type (role, stream, type)
           select * from unnest($1::text[], $2::text[], $3::text[])`,
    values: [
      appendedTypes.map(({ role }) => role),
      appendedTypes.map(({ stream }) => stream),
      appendedTypes.map(({ type }) => type),
    ],
  });
}

async function readMigrations(database: Database): Promise<string[]> {
  if (!(await hasTable(database, 'hub.migration'))) return [];
  const rows = await database.many<{ file: string }>({
    text: `select name || '/' || file as file
           from hub.migration
           where name not in ('privileges', 'release')
           order by applied_at, name, file`,
  });
  return rows.map(({ file }) => file);
}

function explained(error: unknown): unknown {
  if (!isLackingPrivilege(error)) return error;
  const message =
    error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return new OperatorError(
    'owner_lacks_privilege',
    `the role of DATABASE_OWNER_URL lacks a privilege (${message}): make it the owner of the database and its tables, and grant it CREATEROLE`,
    { cause: error },
  );
}
