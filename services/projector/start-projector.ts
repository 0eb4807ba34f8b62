import type { Registry } from 'prom-client';
import { parkedDecisions } from '../../projections/access/queries/parked-decisions.ts';
import {
  type PeriodicTask,
  type PeriodicTaskOptions,
  startPeriodicTask,
} from '../../shared/async/periodic-task.ts';
import { type DatabaseCopyWatch, onSameCopy } from '../../shared/identity/watch-database-copy.ts';
import type { Journal } from '../../shared/log/journal.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { isLackingPrivilege } from '../../shared/postgres/faults/lacking-privilege.ts';
import type { Notifications } from '../../shared/postgres/notifications.ts';
import { findLaterRelease, noteRelease } from '../../shared/process/noted-release.ts';
import { prepareGenerations } from '../../shared/projection/generations/generations.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { startVersionKeeper } from '../../shared/projection/replay/version-keeper.ts';
import { runProjections } from '../../shared/projection/run-projections.ts';
import { expireRows, type RowRetentionMsBySetting } from '../../shared/projection/upkeep/expire-rows.ts';
import { createDatabaseGauges, prepareProjector } from './database-gauges.ts';
import { createGenerationGauges } from './generation-gauges.ts';
import { createLogWatch } from './watch-log.ts';

export interface ProjectorServiceOptions {
  readonly database: Database;
  /** Checks that new sessions reach the same copy of the database, also after a failover. */
  readonly copyWatch?: DatabaseCopyWatch;
  readonly journal: Journal;
  readonly notifications: Notifications;
  readonly projections: readonly Projection[];
  readonly retentionMsBySetting: RowRetentionMsBySetting;
  /** From a promotion until the previous generation is dropped; null or undefined: never. */
  readonly keepPreviousMs?: number | null;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Data that only metrics show is not read otherwise. */
  readonly metricsServed: boolean;
  /** Each minute by default. */
  readonly expireEveryMs?: number;
}

export const maintainEveryMs = 5_000;
const inspectEveryMs = 60_000;
const measureEveryMs = 15_000;
/** The size of the database is saved once a day, even when nobody fetches metrics. */
const measureSeldomMs = 15 * 60_000;
export const expireEveryMs = 60_000;
const stopWithinMs = 2_000;

/**
 * Projects the log, and deletes expired rows and records. Needs the log's streams.
 * @throws when the generations cannot be prepared
 */
export async function startProjector(options: ProjectorServiceOptions): Promise<{ stop(): Promise<void> }> {
  const { database, copyWatch, projections } = options;
  await prepareGenerations(database, projections);
  await prepareProjector(database);
  await noteThisRelease(options);
  const projecting = {
    ...options,
    // After a failover, the standby may lack records that were already read.
    database: copyWatch === undefined ? database : onSameCopy(database, copyWatch),
    decisions: parkedDecisions,
  };
  const projector = runProjections(projecting);
  const versions = startVersionKeeper(projecting);
  const tasks = startTasks(options);
  return {
    stop: async () => {
      await Promise.all([versions, projector, ...tasks].map((part) => part.stop()));
    },
  };
}

/** A role without the right to note the release relies on `hub migrate`. */
async function noteThisRelease({ database, logger }: ProjectorServiceOptions): Promise<void> {
  const later = await findLaterRelease(database);
  if (later !== null) {
    logger.warn(
      { release: later },
      'a later release has used this database: this release keeps the data of that release, and skips its record types, migrations and tables',
    );
    return;
  }
  try {
    await noteRelease(database);
  } catch (error) {
    if (!isLackingPrivilege(error)) throw error;
  }
}

function startTasks(options: ProjectorServiceOptions): PeriodicTask[] {
  const { database, journal, projections, retentionMsBySetting, metricsServed } = options;
  const start = (name: string, task: Pick<PeriodicTaskOptions, 'run' | 'everyMs' | 'firstAfterMs'>) =>
    startPeriodicTask({ name, ...task, stopWithinMs, logger: options.logger });
  const expireMs = options.expireEveryMs ?? expireEveryMs;
  const tasks = [
    start('log maintenance', {
      run: () => journal.log.maintain(),
      firstAfterMs: maintainEveryMs,
      everyMs: maintainEveryMs,
    }),
    start('inspection of the log', {
      run: createLogWatch({ ...options, log: journal.log }),
      everyMs: inspectEveryMs,
    }),
    start('measurement of the database', {
      run: createDatabaseGauges(options),
      everyMs: metricsServed ? measureEveryMs : measureSeldomMs,
    }),
    start('expiry of rows', {
      run: () => expireRows(database, projections, retentionMsBySetting),
      firstAfterMs: expireMs,
      everyMs: expireMs,
    }),
  ];
  if (!metricsServed) return tasks;
  const generations = start('measurement of generations', {
    run: createGenerationGauges(options),
    firstAfterMs: maintainEveryMs,
    everyMs: maintainEveryMs,
  });
  return [...tasks, generations];
}
