import type { Registry } from 'prom-client';
import { parkedDecisions } from '../../projections/access/queries/parked-decisions.ts';
import { runRegularly } from '../../shared/async/run-regularly.ts';
import { type DatabaseCopyWatch, onSameCopy } from '../../shared/identity/watch-database-copy.ts';
import type { Journal } from '../../shared/log/journal.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { Notifications } from '../../shared/postgres/notifications.ts';
import { prepareGenerations } from '../../shared/projection/generations/generations.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { startVersionKeeper } from '../../shared/projection/replay/version-keeper.ts';
import { runProjections } from '../../shared/projection/run-projections.ts';
import { expireRows, type RowRetentionMs } from '../../shared/projection/upkeep/expire-rows.ts';
import { createDatabaseGauges, prepareProjector } from './database-gauges.ts';
import { createGenerationGauges } from './generation-gauges.ts';
import { createLogWatch } from './watch-log.ts';

export interface ProjectorServiceOptions {
  readonly database: Database;
  /** Where the database may become another copy beneath it. */
  readonly copyWatch?: DatabaseCopyWatch;
  readonly journal: Journal;
  readonly notifications: Notifications;
  readonly projections: readonly Projection[];
  /** How long tables keep rows. */
  readonly rowsKept: RowRetentionMs;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Whether somebody may fetch the metrics: what only they show is not read otherwise. */
  readonly metricsServed: boolean;
  /** How often expired rows are deleted; each minute when not given. */
  readonly expireEveryMs?: number;
}

export const maintainEveryMs = 5_000;
const inspectEveryMs = 60_000;
const lookEveryMs = 15_000;
/** For the size of each day, which is kept whether or not somebody fetches metrics. */
const keepSizeEveryMs = 15 * 60_000;
export const expireEveryMs = 60_000;
const stopWithinMs = 2_000;

/**
 * Projects the log into the tables of the projections, and deletes what has expired from both, until it is stopped. Needs
 * the log's streams. @throws when the generations cannot be prepared
 */
export async function startProjector(options: ProjectorServiceOptions): Promise<{ stop(): Promise<void> }> {
  const { database, copyWatch, journal, projections, rowsKept, logger, metricsServed } = options;
  await prepareGenerations(database, projections);
  await prepareProjector(database);
  const projecting = {
    ...options,
    // Records that were read before a failover may be none that the standby has.
    database: copyWatch === undefined ? database : onSameCopy(database, copyWatch),
    decisions: parkedDecisions,
  };
  const projector = runProjections(projecting);
  const versions = startVersionKeeper(projecting);
  const maintenance = runRegularly(() => journal.log.maintain(), {
    name: 'log maintenance',
    everyMs: maintainEveryMs,
    stopWithinMs,
    logger,
  });
  const inspect = createLogWatch({ ...options, log: journal.log });
  const watch = runRegularly(inspect, {
    name: 'inspection of the log',
    firstAfterMs: 0,
    everyMs: inspectEveryMs,
    stopWithinMs,
    logger,
  });
  const generations = metricsServed
    ? runRegularly(createGenerationGauges({ ...options }), {
        name: 'look at generations',
        everyMs: maintainEveryMs,
        stopWithinMs,
        logger,
      })
    : null;
  const size = runRegularly(createDatabaseGauges({ ...options }), {
    name: 'look at the database',
    firstAfterMs: 0,
    everyMs: metricsServed ? lookEveryMs : keepSizeEveryMs,
    stopWithinMs,
    logger,
  });
  const expiry = runRegularly(() => expireRows(database, projections, rowsKept), {
    name: 'expiry of rows',
    everyMs: options.expireEveryMs ?? expireEveryMs,
    stopWithinMs,
    logger,
  });
  return {
    stop: async () => {
      await Promise.all([
        versions.stop(),
        projector.stop(),
        maintenance.stop(),
        watch.stop(),
        generations?.stop(),
        size.stop(),
        expiry.stop(),
      ]);
    },
  };
}
