import { clockSql } from '../../postgres/clock/clock-sql.ts';
import type { Sql } from '../../postgres/database.ts';
import { quoted } from '../../postgres/quoted-schema.ts';
import type { Projection } from '../projection.ts';
import { type RowRetentionMsBySetting, rowRetentionMs } from './expire-rows.ts';

/** The projections whose live tables hold rows that expired more than `lateMs` ago. */
export async function findOverdueRows(
  sql: Sql,
  projections: readonly Projection[],
  retentionMsBySetting: RowRetentionMsBySetting,
  lateMs: number,
): Promise<string[]> {
  const overdue: string[] = [];
  for (const { name, retention, version } of projections) {
    if (retention === undefined) continue;
    const live = await sql.maybeOne<{ schema_name: string }>({
      text: `select schema_name
             from projection.generation
             where projection = $1 and shape = $2 and state = 'live'`,
      values: [name, version.shape],
    });
    if (live === null) continue;
    const { late } = await sql.one<{ late: boolean }>({
      text: `select exists (
               select
               from ${quoted(live.schema_name)}.${retention.table}
               where ${retention.column} < ${clockSql} - $1::bigint
             ) as late`,
      values: [rowRetentionMs(retention, retentionMsBySetting) + lateMs],
    });
    if (late) overdue.push(name);
  }
  return overdue;
}
