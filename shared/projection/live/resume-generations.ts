import type { StreamName } from '../../events/streams.ts';
import type { EventLog } from '../../log/event-log.ts';
import type { Logger } from '../../logger.ts';
import type { Database } from '../../postgres/database.ts';
import type { Notifications } from '../../postgres/notifications.ts';
import { startSpacedRuns } from '../../spaced-runs.ts';
import { faultOfPage } from '../commit/guard-page.ts';
import type { Checkpoint } from '../commit/lease.ts';
import { versionKey, versionKeySql } from '../generations/generation.ts';
import type { Projection } from '../projection.ts';
import { announce, generationsChanged, onAnnounced } from './announce.ts';

export interface ResumingOptions {
  readonly database: Database;
  readonly journal: { readonly log: EventLog };
  /** The projections whose code this process has. */
  readonly projections: readonly Projection[];
  readonly notifications: Notifications;
  readonly logger: Logger;
}

/** An operator who puts the right log back waits no longer than this. */
const lookEveryMs = 10_000;

/** Lets stopped generations go on by themselves once tables and log agree again. Looks at the start, then every 10 s. */
export function keepResuming(options: ResumingOptions): { stop(): Promise<void> } {
  const { notifications, logger } = options;
  const runs = startSpacedRuns({
    work: () => resumeGenerations(options),
    logger,
    failed: 'stopped projections cannot be looked at, trying again',
    apartMs: 1_000,
    everyMs: lookEveryMs,
  });
  const stopListening = onAnnounced(notifications, [generationsChanged], runs.soon);
  return {
    stop: async () => {
      stopListening();
      await runs.close();
    },
  };
}

async function resumeGenerations({ database, journal, projections, logger }: ResumingOptions): Promise<void> {
  const stopped = await readStopped(database, projections);
  for (const [projection, generations] of Map.groupBy(stopped, (row) => row.projection)) {
    for (const [generation, places] of Map.groupBy(generations, (row) => row.generation)) {
      if (!(await agrees(journal.log, places))) continue;
      if (!(await resume(database, projection, generation))) continue;
      logger.info({ projection, generation }, 'tables and log agree again, the projection goes on');
      await announce(database, [generationsChanged]);
    }
  }
}

interface StoppedPlace {
  readonly projection: string;
  readonly generation: number;
  readonly stream: StreamName;
  readonly partition: number;
  readonly next_offset: number;
  readonly record_time: number;
  readonly last_append_time: number | null;
}

function readStopped(database: Database, projections: readonly Projection[]): Promise<StoppedPlace[]> {
  return database.many<StoppedPlace>({
    text: `select c.projection, c.generation, c.stream, c.partition, c.next_offset, c.record_time, c.last_append_time
           from projection.generation g
           join projection.checkpoint c using (projection, generation)
           where g.state = 'stopped' and ${versionKeySql('g')} = any ($1)`,
    values: [projections.map(versionKey)],
    name: 'projection-stopped',
  });
}

/**
 * Whether the log is the one that the tables were built from, in every partition: it still has the last record that was
 * projected there, and all after it. A record that is gone proves nothing, so then the generation stays stopped.
 */
async function agrees(log: EventLog, places: readonly StoppedPlace[]): Promise<boolean> {
  const pages = await log.read(
    places.map(({ stream, partition, next_offset }) => ({
      stream,
      partition,
      offset: Math.max(0, next_offset - 1),
    })),
    { maxRecords: places.length, waitMs: 0 },
  );
  return places.every(({ stream, partition, ...place }, index) => {
    const checkpoint: Checkpoint = {
      nextOffset: place.next_offset,
      recordTime: place.record_time,
      lastAppendTime: place.last_append_time,
    };
    const page = pages[index];
    if (page === undefined || faultOfPage(page, { stream, partition, checkpoint }) !== null) return false;
    if (checkpoint.nextOffset === 0) return true;
    const [last] = page.records;
    return last?.offset === checkpoint.nextOffset - 1 && last.appendTime === checkpoint.lastAppendTime;
  });
}

/** @returns false when it is not stopped any more */
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
