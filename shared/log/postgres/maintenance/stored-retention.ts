import {
  keptMsOf,
  type Retention,
  type StreamName,
  streamDefinition,
  streamNames,
} from '../../../events/streams.ts';
import type { Sql } from '../../../postgres/database.ts';

/**
 * Stores how long the log keeps its records (`migrations/007-rights-of-roles.sql`). The database
 * deletes no younger record, so a role that only deletes cannot change it.
 * @returns whether the database now has this retention; false for a role that may not store it
 */
export async function storeRetention(sql: Sql, retention: Retention): Promise<boolean> {
  const kept = streamNames.flatMap((stream) => keptOf(stream, retention));
  const values = [kept.map(({ stream }) => stream), kept.map(({ keepMs }) => keepMs)];
  const { same, may } = await sql.one<{ same: boolean; may: boolean }>({
    text: `select not exists (
                    select
                    from unnest($1::text[], $2::bigint[]) as kept (stream, keep_ms)
                    full join log.retention as stored using (stream)
                    where (kept.*) is null or (stored.*) is null or kept.keep_ms is distinct from stored.keep_ms
                  ) as same,
                  has_table_privilege('log.retention', 'update') as may`,
    values,
  });
  if (same || !may) return same;
  await sql.run({
    text: `insert into log.retention (stream, keep_ms)
           select * from unnest($1::text[], $2::bigint[])
           on conflict (stream) do update set keep_ms = excluded.keep_ms`,
    values,
  });
  return true;
}

/** `keepMs` is null for a stream that keeps the last record of each key. */
function keptOf(stream: StreamName, retention: Retention) {
  const { kept } = streamDefinition(stream);
  if (kept.policy === 'forever') return [];
  return [{ stream, keepMs: kept.policy === 'latest' ? null : keptMsOf(kept, retention) }];
}
