import { type HistoryCounts, historyKinds, historyRowsMax } from '../../../shared/domain/account-history.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';

/** Projection and table. */
const tables: Readonly<Record<(typeof historyKinds)[number], readonly [string, string]>> = {
  events: ['event-feed', 'event'],
  sessions: ['play-sessions', 'session'],
  xp_hours: ['xp-history', 'sample_1h'],
  gear_changes: ['equipment-history', 'change'],
  days_of_wealth: ['wealth-days', 'day'],
  trail_points: ['location-trail', 'point'],
};

/** Counts at most `historyRowsMax` rows of each kind. A projection without tables counts 0. */
export async function countHistory(database: Database, accountId: string): Promise<HistoryCounts> {
  const counts = historyKinds.map(
    async (kind) => [kind, await countRows(database, kind, accountId)] as const,
  );
  return Object.fromEntries(await Promise.all(counts)) as HistoryCounts;
}

async function countRows(
  database: Database,
  kind: (typeof historyKinds)[number],
  accountId: string,
): Promise<number> {
  const [projection, table] = tables[kind];
  const live = await findLive(database, projection);
  if (live === null) return 0;
  const { rows } = await database.one<{ rows: number }>({
    text: `select count(*) as rows
           from (select from ${live.schema}.${table} where account_id = $1 limit $2) as found`,
    values: [accountId, historyRowsMax],
  });
  return rows;
}
