import type { Registry } from 'prom-client';
import type { Journal } from '../../shared/log/journal.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { Notifications } from '../../shared/postgres/notifications.ts';
import { prepareGenerations, roomsToRebuild } from '../../shared/projection/generations.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { runProjections } from '../../shared/projection/run-projections.ts';
import { runRegularly } from './run-regularly.ts';

export interface ProjectorServiceOptions {
  readonly database: Database;
  readonly journal: Journal;
  readonly notifications: Notifications;
  readonly projections: readonly Projection[];
  /** One bounded round of compaction and expiry of the log; null where the log does that itself, as Kafka does. */
  readonly maintainLog: (() => Promise<unknown>) | null;
  readonly logger: Logger;
  readonly metrics: Registry;
}

const maintainEveryMs = 5_000;
const maintenanceStopsWithinMs = 2_000;

/**
 * Projects the log into the rooms' tables and keeps the log within its bounds, until it is stopped: a process of its
 * own, or a part of one. Needs the log's streams. @throws when the generations cannot be prepared
 */
export async function startProjector(options: ProjectorServiceOptions): Promise<{ stop(): Promise<void> }> {
  const { database, projections, maintainLog, logger } = options;
  await prepareGenerations(database, projections);
  for (const name of await roomsToRebuild(database, projections)) {
    logger.warn(
      { projection: name },
      'no generation has the version of this release: run hub projections rebuild',
    );
  }
  const projector = runProjections(options);
  const maintenance =
    maintainLog &&
    runRegularly(maintainLog, {
      name: 'log maintenance',
      everyMs: maintainEveryMs,
      stopWithinMs: maintenanceStopsWithinMs,
      logger,
    });
  return {
    stop: async () => {
      await Promise.all([projector.stop(), maintenance?.stop()]);
    },
  };
}
