import type { Tx } from '../../postgres/database.ts';
import { quoted } from '../../postgres/quoted-schema.ts';
import type { Projection } from '../projection.ts';

/**
 * Lets the role of ingest read `ingestReads` and no other table. Changes nothing on a server
 * without the hub's roles.
 */
export async function grantIngestReads(
  tx: Tx,
  { special }: Pick<Projection, 'special'>,
  schemaName: string,
): Promise<void> {
  const ingestReads = special?.ingestReads ?? [];
  const { hasRole } = await tx.one<{ hasRole: boolean }>({
    text: `select exists (select from pg_roles where rolname = 'hub_ingest') as "hasRole"`,
  });
  if (!hasRole) return;
  await tx.run({ text: `revoke all on all tables in schema ${quoted(schemaName)} from hub_ingest` });
  if (ingestReads.length === 0) return;
  await tx.run({ text: `grant usage on schema ${quoted(schemaName)} to hub_ingest` });
  // A generation of an earlier release lacks tables that were added later.
  const tables = await tx.many<{ name: string }>({
    text: 'select tablename as name from pg_tables where schemaname = $1',
    values: [schemaName],
  });
  const existing = new Set(tables.map(({ name }) => name));
  for (const { table, columns } of ingestReads) {
    if (!existing.has(table)) continue;
    const what = columns === undefined ? 'select' : `select (${columns.join(', ')})`;
    await tx.run({ text: `grant ${what} on ${quoted(schemaName)}.${table} to hub_ingest` });
  }
}

export async function grantAllIngestReads(tx: Tx, projections: readonly Projection[]): Promise<void> {
  const generations = await tx.many<{ projection: string; schema_name: string }>({
    text: `select projection, schema_name
           from projection.generation
           where to_regnamespace(quote_ident(schema_name)) is not null`,
  });
  for (const { projection: name, schema_name } of generations) {
    const projection = projections.find((each) => each.name === name);
    await grantIngestReads(tx, projection ?? {}, schema_name);
  }
}
