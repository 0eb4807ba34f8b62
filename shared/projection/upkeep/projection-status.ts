import { type Partition, partitionName, streamNames } from '../../events/streams.ts';
import type { EventLog, ReadPosition } from '../../log/event-log.ts';
import { readFirstRecords } from '../../log/reading/read-first-records.ts';
import { clockSql } from '../../postgres/clock/clock-sql.ts';
import type { Database } from '../../postgres/database.ts';
import type { GenerationState } from '../generations/generation.ts';
import type { GenerationRole } from '../generations/generation-roles.ts';
import { readGenerationSizes } from './generation-sizes.ts';

/** A generation as `hub projections` lists it (operations.md, What --json prints). */
export interface ProjectionStatus {
  readonly name: string;
  /** `shape.logic`. */
  readonly version: string;
  readonly generation: number;
  /** `previous`: tables that processes of an earlier release read; stored as `live`. */
  readonly state: GenerationState | 'previous';
  /** Null for a retired generation. */
  readonly role: GenerationRole | null;
  /** Tables and indexes on disk; 0 for a retired generation. */
  readonly size_bytes: number;
  /** With what to do; null unless the generation is stopped. */
  readonly stopped_reason: string | null;
  /** The part of its tables that cannot be read; null without known damage. */
  readonly damage: string | null;
  /** Whether it is a first generation that has not caught up once. Queries do not read it yet. */
  readonly first_fill: boolean;
  /** Sum of the next offsets. */
  readonly position: number;
  /** Records that are not projected yet. On compacted streams there may be fewer. */
  readonly lag_events: number;
  /** Age of the oldest of these records. */
  readonly lag_seconds: number;
  /**
   * Partitions whose first unread record, perhaps older than `lag_seconds`, could not be read. Left
   * out without such partitions.
   */
  readonly unanswered?: number;
  /** Records that the projection could not fold, and records that wait behind them. */
  readonly parked: number;
}

/** By name and number. */
export async function readProjectionStatus(database: Database, log: EventLog): Promise<ProjectionStatus[]> {
  const rows = await readRows(database);
  const sizes = await readGenerationSizes(database);
  const sizeOf = new Map(sizes.map((size) => [`${size.projection} ${size.generation}`, size]));
  const ends = await log.ends(streamNames);
  const endOf = new Map(ends.map((end) => [partitionName(end), end]));
  const generations = Map.groupBy(rows, (row) => `${row.name} ${row.generation}`);
  const statuses: ProjectionStatus[] = [];
  // Each silent partition is waited for only once.
  const silent = new Set<string>();
  for (const [key, checkpoints] of generations) {
    const [first] = checkpoints;
    if (first === undefined) continue;
    // A retired generation has no tables, so it cannot be behind.
    const kept = checkpoints.filter(({ state }) => state !== 'retired');
    const behind = kept.flatMap((row) => {
      const { start = 0, end = 0 } = endOf.get(partitionName(row)) ?? {};
      const from = Math.max(row.next_offset, start);
      return end > from
        ? [{ stream: row.stream, partition: row.partition, offset: from, lag: end - from }]
        : [];
    });
    const { name, version, generation, stopped_reason, damage, first_fill, parked, database_now } = first;
    const { role = null, bytes: size_bytes = 0 } = sizeOf.get(key) ?? {};
    statuses.push({
      name,
      version,
      generation,
      state: first.state === 'live' && role === 'previous' ? 'previous' : first.state,
      role,
      size_bytes,
      stopped_reason,
      damage,
      first_fill,
      position: checkpoints.reduce((sum, row) => sum + row.next_offset, 0),
      lag_events: behind.reduce((sum, { lag }) => sum + lag, 0),
      ...(await oldestAge(log, behind, silent, database_now)),
      parked,
    });
  }
  return statuses;
}

type Listed = 'name' | 'version' | 'generation' | 'stopped_reason' | 'damage' | 'first_fill' | 'parked';

interface Row extends Pick<ProjectionStatus, Listed>, Partition {
  readonly state: GenerationState;
  readonly next_offset: number;
  readonly database_now: number;
}

async function readRows(database: Database): Promise<Row[]> {
  return database.many<Row>({
    text: `select g.projection as name, g.shape || '.' || g.logic as version, g.generation, g.state, g.stopped_reason, g.damage, g.first_fill,
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

/** Adds partitions without an answer to `silent`. */
async function oldestAge(
  log: EventLog,
  behind: readonly ReadPosition[],
  silent: Set<string>,
  databaseNow: number,
): Promise<Pick<ProjectionStatus, 'lag_seconds' | 'unanswered'>> {
  const { pages, unanswered } = await readFirstRecords(
    log,
    behind.filter((position) => !silent.has(partitionName(position))),
  );
  for (const position of unanswered) silent.add(partitionName(position));
  const times = [...pages.values()].flatMap(({ records }) => records[0]?.appendTime ?? []);
  const lacking = behind.filter((position) => silent.has(partitionName(position))).length;
  return {
    lag_seconds: times.length === 0 ? 0 : Math.max(0, databaseNow - Math.min(...times)) / 1_000,
    ...(lacking > 0 && { unanswered: lacking }),
  };
}
