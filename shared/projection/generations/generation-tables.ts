import type { Tx } from '../../postgres/database.ts';
import { quoted } from '../../postgres/quoted-schema.ts';
import { migrationFiles } from '../../postgres/schema/migrate.ts';
import type { Projection, TableFile } from '../projection.ts';
import { grantIngestReads } from './ingest-privileges.ts';

/**
 * Creates the schema and the tables of a generation. With the hub's roles, the schema belongs to
 * `hub_projector`, so that a projector may drop tables that a command has built.
 */
export async function createTables(
  tx: Tx,
  projection: Projection,
  generation: number,
  schemaName: string,
): Promise<void> {
  const files = await filesOf(projection);
  await tx.run({
    text: `select set_config('role', 'hub_projector', true)
           from pg_roles
           where rolname = 'hub_projector'
             and has_database_privilege(oid, current_database(), 'create')
             and pg_has_role(oid, 'member')`,
  });
  await tx.run({ text: `create schema ${quoted(schemaName)}` });
  await runFiles(tx, schemaName, files);
  await grantIngestReads(tx, projection, schemaName);
  await tx.run({ text: 'set local role none' });
  await noteFiles(tx, projection, generation, files);
}

/**
 * Runs the migrations that generations of the shape in code lack.
 * @throws when such a migration does more than add or drop indexes
 */
export async function addIndexes(tx: Tx, projection: Projection): Promise<void> {
  const files = await filesOf(projection);
  const generations = await tx.many<{ generation: number; schema_name: string; files: string[] | null }>({
    text: `select generation, schema_name, files
           from projection.generation
           where projection = $1 and shape = $2 and state <> 'retired'`,
    values: [projection.name, projection.version.shape],
  });
  for (const { generation, schema_name, files: had } of generations) {
    const missing = had === null ? [] : files.filter(({ file }) => !had.includes(file));
    if (had !== null && missing.length === 0) continue;
    const [other] = missing.filter(({ sql }) => !isIndexOnly(sql));
    if (other !== undefined) {
      throw new Error(`${projection.name}: ${other.file} changes tables, so it needs a new shape`);
    }
    // An index on a large table takes longer than the usual statement timeout.
    await tx.run({ text: 'set local statement_timeout = 0' });
    await runFiles(tx, schema_name, missing);
    await noteFiles(tx, projection, generation, files);
  }
}

/** The files that a generation of the projection runs, in order. */
export async function filesOf({
  tables = [],
  migrations,
}: Pick<Projection, 'tables' | 'migrations'>): Promise<readonly TableFile[]> {
  return migrations === undefined ? tables : [...tables, ...(await migrationFiles(migrations))];
}

function isIndexOnly(sql: string): boolean {
  const statements = sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  return statements.every((statement) => /^(create( unique)?|drop) index\b/i.test(statement));
}

async function runFiles(tx: Tx, schemaName: string, files: readonly TableFile[]): Promise<void> {
  await tx.run({ text: `set local search_path to ${quoted(schemaName)}` });
  for (const { sql } of files) await tx.run({ text: sql });
  await tx.run({ text: 'set local search_path to default' });
}

async function noteFiles(
  tx: Tx,
  projection: Projection,
  generation: number,
  files: readonly TableFile[],
): Promise<void> {
  await tx.run({
    text: 'update projection.generation set files = $3 where projection = $1 and generation = $2',
    values: [projection.name, generation, files.map(({ file }) => file)],
  });
}
