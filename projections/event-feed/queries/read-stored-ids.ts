import { sql } from 'slonik';
import { z } from 'zod';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/query.ts';

const StoredId = z.object({ event_id: z.string() });

/** Which of these event ids the feed has; `schema` of the live generation, quoted. */
export async function readStoredIds(
  database: Sql,
  schema: string,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (eventIds.length === 0) return new Set();
  const query = sql.type(StoredId)`
    select event_id::text as event_id
    from ${generationTable(schema, 'event')}
    where event_id = any(${sql.array(eventIds, 'uuid')})`;
  const rows = await database.many(statementOf(query));
  return new Set(rows.map(({ event_id: id }) => id));
}
