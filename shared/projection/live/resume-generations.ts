import { startPeriodicTask } from '../../async/periodic-task.ts';
import { isKeptForever, type Partition, streamNames } from '../../events/streams.ts';
import type { EventLog } from '../../log/event-log.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Database } from '../../postgres/database.ts';
import type { Notifications } from '../../postgres/notifications.ts';
import { type Checkpoint, checkpointColumns, type ProjectedPlace } from '../commit/lease.ts';
import { versionKey, versionKeySql } from '../generations/generation.ts';
import type { Projection } from '../projection.ts';
import { announce, generationsChanged, onAnnounced } from './announce.ts';
import { isSameLog } from './is-same-log.ts';

export interface ResumingOptions {
  readonly database: Database;
  readonly journal: { readonly log: EventLog };
  readonly projections: readonly Projection[];
  readonly notifications: Notifications;
  readonly logger: Logger;
  /** 10 s when not given. */
  readonly resumeEveryMs?: number;
}

const resumeEveryMs = 10_000;

/** Lets stopped generations continue once tables and log agree again. */
export function keepResuming(options: ResumingOptions): { stop(): Promise<void> } {
  const { notifications, logger } = options;
  const task = startPeriodicTask({
    name: 'check of stopped projections',
    run: () => resumeGenerations(options),
    everyMs: options.resumeEveryMs ?? resumeEveryMs,
    minIntervalMs: 1_000,
    logger,
  });
  const stopListening = onAnnounced(notifications, [generationsChanged], task.requestRun);
  return {
    stop: async () => {
      stopListening();
      await task.stop();
    },
  };
}

async function resumeGenerations({ database, journal, projections, logger }: ResumingOptions): Promise<void> {
  const stopped = await readStopped(database, projections);
  for (const [projection, generations] of Map.groupBy(stopped, (row) => row.projection)) {
    for (const [generation, rows] of Map.groupBy(generations, (row) => row.generation)) {
      const places = rows.map(placeOf);
      if (!(await isSameLog(journal.log, places, () => readWitnesses(database, places)))) continue;
      if (!(await resume(database, projection, generation))) continue;
      logger.info({ projection, generation }, 'tables and log agree again, the projection continues');
      await announce(database, [generationsChanged]);
    }
  }
}

interface CheckpointRow extends Partition, Checkpoint {}

interface StoppedRow extends CheckpointRow {
  readonly projection: string;
  readonly generation: number;
}

function readStopped(database: Database, projections: readonly Projection[]): Promise<StoppedRow[]> {
  return database.many<StoppedRow>({
    text: `select c.projection, c.generation, c.stream, c.partition, ${checkpointColumns}
           from projection.generation g
           join projection.checkpoint c using (projection, generation)
           where g.state = 'stopped' and ${versionKeySql('g')} = any ($1)`,
    values: [projections.map(versionKey)],
    name: 'projection-stopped',
  });
}

/**
 * The furthest checkpoint in each partition that is kept for ever. Leaves out generations created
 * after the last projected record of `places`: they may be built from a wrong log.
 */
async function readWitnesses(
  database: Database,
  places: readonly ProjectedPlace[],
): Promise<ProjectedPlace[]> {
  const lastTime = Math.max(...places.map(({ checkpoint }) => checkpoint.lastAppendTime ?? 0));
  const rows = await database.many<CheckpointRow>({
    text: `select distinct on (c.stream, c.partition) c.stream, c.partition, ${checkpointColumns}
           from projection.generation g
           join projection.checkpoint c using (projection, generation)
           where g.state <> 'retired'
             and g.created_at <= to_timestamp($1::double precision / 1000)
             and c.next_offset > 0
             and c.stream = any ($2)
           order by c.stream, c.partition, c.next_offset desc`,
    values: [lastTime, streamNames.filter(isKeptForever)],
    name: 'projection-log-witnesses',
  });
  return rows.map(placeOf);
}

function placeOf({
  stream,
  partition,
  nextOffset,
  recordTime,
  lastAppendTime,
}: CheckpointRow): ProjectedPlace {
  return { stream, partition, checkpoint: { nextOffset, recordTime, lastAppendTime } };
}

/** @returns false when the generation is not stopped any more */
async function resume(database: Database, projection: string, generation: number): Promise<boolean> {
  const resumed = await database.run({
    text: `update projection.generation g
           set state = case
                 when exists (
                   select
                   from projection.pointer p
                   where p.projection = g.projection and p.generation = g.generation
                 ) then 'live'
                 else 'ready'
               end,
               stopped_reason = null
           where g.projection = $1 and g.generation = $2 and g.state = 'stopped'`,
    values: [projection, generation],
  });
  return resumed === 1;
}
