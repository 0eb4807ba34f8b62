import { clockSql } from '../../postgres/clock/clock-sql.ts';
import type { Sql } from '../../postgres/database.ts';
import { quoted } from '../../postgres/quoted-schema.ts';
import { readStoredGenerations } from '../generations/generation-roles.ts';
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
    const generations = await readStoredGenerations(sql, name);
    const live = generations.find(({ shape, state }) => shape === version.shape && state === 'live');
    if (live === undefined) continue;
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
