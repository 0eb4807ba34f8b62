import { sql } from 'slonik';
import { z } from 'zod';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';

const StoredId = z.object({ event_id: z.string() });

/**
 * The ids that the feed knows, also ids of duplicates.
 * @param schema of the live generation
 */
export async function readStoredIds(
  database: Sql,
  schema: QuotedSchema,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await database.many(statementOf(idsIn(schema, 'event', eventIds)));
  // Tables of an earlier shape have no table `duplicate`.
  const { exists } = await database.one<{ exists: boolean }>({
    text: 'select to_regclass($1) is not null as exists',
    values: [`${schema}.duplicate`],
  });
  if (exists) rows.push(...(await database.many(statementOf(idsIn(schema, 'duplicate', eventIds)))));
  return new Set(rows.map(({ event_id: id }) => id));
}

function idsIn(schema: QuotedSchema, table: 'event' | 'duplicate', eventIds: readonly string[]) {
  return sql.type(StoredId)`
    select event_id::text as event_id
    from ${generationTable(schema, table)}
    where event_id = any(${sql.array(eventIds, 'uuid')})`;
}
