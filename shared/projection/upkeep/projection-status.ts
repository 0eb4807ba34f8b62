import { partitionName, type StreamName, streamNames } from '../../events/streams.ts';
import type { EventLog } from '../../log/event-log.ts';
import { clockSql } from '../../postgres/clock-sql.ts';
import type { Database } from '../../postgres/database.ts';

/** A generation as `hub projections` lists it (operations.md, What --json prints). */
export interface ProjectionStatus {
  readonly name: string;
  /** `shape.logic`. */
  readonly version: string;
  readonly generation: number;
  readonly state: 'live' | 'building' | 'ready' | 'retired' | 'stopped';
  /** Why it is stopped and what to do; null otherwise. */
  readonly stopped_reason: string | null;
  /** What of its tables cannot be read; null where nothing was met. */
  readonly damage: string | null;
  /** Sum of the next offsets of its partitions. */
  readonly position: number;
  /** Records that are not projected yet. On compacted streams there may be fewer. */
  readonly lag_events: number;
  /** Age of the oldest of them by the database's clock. */
  readonly lag_seconds: number;
  /** Records that it could not fold, and those that wait behind them. */
  readonly parked: number;
}

/** All generations, by name and number. */
export async function readProjectionStatus(database: Database, log: EventLog): Promise<ProjectionStatus[]> {
  const rows = await readRows(database);
  const ends = await log.ends(streamNames);
  const endOf = new Map(ends.map((end) => [partitionName(end), end]));
  const generations = Map.groupBy(rows, (row) => `${row.name} ${row.generation}`);
  const statuses: ProjectionStatus[] = [];
  for (const checkpoints of generations.values()) {
    const [first] = checkpoints;
    if (first === undefined) continue;
    const behind = keptCheckpoints(checkpoints).flatMap((row) => {
      const { start = 0, end = 0 } = endOf.get(partitionName(row)) ?? {};
      const from = Math.max(row.next_offset, start);
      return end > from
        ? [{ stream: row.stream, partition: row.partition, offset: from, lag: end - from }]
        : [];
    });
    const { name, version, generation, state, stopped_reason, damage, parked, database_now } = first;
    statuses.push({
      name,
      version,
      generation,
      state,
      stopped_reason,
      damage,
      position: checkpoints.reduce((sum, row) => sum + row.next_offset, 0),
      lag_events: behind.reduce((sum, { lag }) => sum + lag, 0),
      lag_seconds: await oldestAge(log, behind, database_now),
      parked,
    });
  }
  return statuses;
}

/** The checkpoints of generations that are not retired: a retired one has no tables, so it cannot be behind. */
function keptCheckpoints(checkpoints: readonly Row[]): readonly Row[] {
  return checkpoints.filter(({ state }) => state !== 'retired');
}

interface Row {
  readonly name: string;
  readonly version: string;
  readonly generation: number;
  readonly state: ProjectionStatus['state'];
  readonly stopped_reason: string | null;
  readonly damage: string | null;
  readonly stream: StreamName;
  readonly partition: number;
  readonly next_offset: number;
  readonly parked: number;
  readonly database_now: number;
}

async function readRows(database: Database): Promise<Row[]> {
  return database.many<Row>({
    text: `select g.projection as name, g.shape || '.' || g.logic as version, g.generation, g.state, g.stopped_reason, g.damage,
                  c.stream, c.partition, c.next_offset,
                  (
                    select count(*)
                    from projection.parked p
                    where p.projection = g.projection and p.generation = g.generation
                  ) as parked,
                  ${clockSql} as database_now
           from projection.generation g
           join projection.checkpoint c using (projection, generation)
           order by g.projection, g.generation, c.stream, c.partition`,
  });
}

/** The age of the oldest of the first unread records of these partitions, in seconds. */
async function oldestAge(
  log: EventLog,
  behind: readonly { readonly stream: StreamName; readonly partition: number; readonly offset: number }[],
  databaseNow: number,
): Promise<number> {
  if (behind.length === 0) return 0;
  const pages = await log.read(behind, { maxRecords: behind.length, waitMs: 0 });
  const times = pages.flatMap(({ records }) => records[0]?.appendTime ?? []);
  return times.length === 0 ? 0 : Math.max(0, databaseNow - Math.min(...times)) / 1_000;
}
