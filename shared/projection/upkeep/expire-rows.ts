import { forEachDespiteFailures } from '../../errors/despite-failures.ts';
import { clockSql } from '../../postgres/clock/clock-sql.ts';
import type { Database, Tx } from '../../postgres/database.ts';
import { lockNumbers } from '../../postgres/lock-numbers.ts';
import { type QuotedSchema, quoted } from '../../postgres/quoted-schema.ts';
import type { Projection, RowRetention } from '../projection.ts';

export type RowRetentionMsBySetting = Readonly<Record<string, number>>;

/** @throws when the setting is missing: rows must not expire by a guess */
export function rowRetentionMs(
  { setting }: RowRetention,
  retentionMsBySetting: RowRetentionMsBySetting,
): number {
  const keptMs = retentionMsBySetting[setting];
  if (keptMs === undefined)
    throw new Error(`the setting ${setting} is missing: it says how long rows are kept`);
  return keptMs;
}

/** Rows of one transaction. A batch that changes the same rows waits for it. */
const batchRows = 5_000;
/** The next call deletes the rest. */
const batchesMax = 100;
/** The limits of one call. */
export const rowsExpiry = { rows: batchRows * batchesMax, batches: batchesMax };

/**
 * Deletes expired rows of all generations, in short transactions. Safe when several processes do
 * it.
 * @returns the number of deleted rows
 * @throws the first failure, after the rows of all other generations
 */
export async function expireRows(
  database: Database,
  projections: readonly Projection[],
  retentionMsBySetting: RowRetentionMsBySetting,
): Promise<number> {
  const expiring: { readonly schema: QuotedSchema; readonly retention: RowRetention }[] = [];
  for (const projection of projections) {
    const { retention } = projection;
    if (retention === undefined) continue;
    for (const schema of await schemasOf(database, projection, retention))
      expiring.push({ schema, retention });
  }
  let deleted = 0;
  let batches = 0;
  await forEachDespiteFailures(expiring, async ({ schema, retention }) => {
    for (let full = true; full && batches < batchesMax; batches += 1) {
      const rows = await expireBatch(
        database,
        schema,
        retention,
        rowRetentionMs(retention, retentionMsBySetting),
      );
      deleted += rows;
      full = rows === batchRows;
    }
  });
  return deleted;
}

/**
 * Includes generations that are being built, because they hold old rows as well. Includes other
 * shapes with the same column: their release may come back, and until then nobody else deletes.
 */
async function schemasOf(
  database: Database,
  { name, version }: Projection,
  { table, column }: RowRetention,
): Promise<QuotedSchema[]> {
  const generations = await database.many<{ schema_name: string }>({
    text: `select schema_name
           from projection.generation
           where projection = $1
             and state <> 'retired'
             and (
               shape = $2
               or exists (
                 select
                 from pg_attribute
                 where attrelid = to_regclass(format('%I.%I', schema_name, $3::text))
                   and attname = $4
                   and atttypid = 'bigint'::regtype
               )
             )
           order by generation`,
    values: [name, version.shape, table, column],
  });
  return generations.map(({ schema_name }) => quoted(schema_name));
}

/** Deletes nothing while another process deletes. */
async function expireBatch(
  database: Database,
  schema: QuotedSchema,
  retention: RowRetention,
  keptMs: number,
): Promise<number> {
  return database.transaction(async (tx) => {
    const { free, now } = await tx.one<{ free: boolean; now: number }>({
      text: `select pg_try_advisory_xact_lock($1) as free,
               ${clockSql} as now`,
      values: [lockNumbers.rowExpiry],
    });
    return free ? deleteOld(tx, schema, retention, now - keptMs) : 0;
  });
}

/** With `ctid`, a row that changes in the meantime may stay until the next call. */
function deleteOld(
  tx: Tx,
  schema: QuotedSchema,
  { table, column, neededFrom }: RowRetention,
  keptFrom: number,
): Promise<number> {
  return tx.run({
    text: `delete from ${schema}.${table}
           where ctid = any(array(
             select ctid
             from ${schema}.${table}
             where ${column} < $1
             limit $2
           ))`,
    values: [neededFrom?.(keptFrom) ?? keptFrom, batchRows],
  });
}
