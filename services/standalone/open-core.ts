import type { Registry } from 'prom-client';
import type { DirectoryKeeper } from '../../projections/access/directory/directory.ts';
import { startDirectory } from '../../projections/access/directory/open-directory.ts';
import {
  prepareServedVersion,
  serveDirectoryVersion,
} from '../../projections/access/directory/wait-until-served.ts';
import { type StateCopy, startStateCopy } from '../../projections/account-state/queries/state-copy.ts';
import { openFeedEpoch } from '../../projections/event-feed/commands/open-feed-epoch.ts';
import { projections } from '../../projections/registry.ts';
import type { Journal } from '../../shared/log/journal.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { Notifications } from '../../shared/postgres/notifications.ts';
import { ownerUrlOf } from '../../shared/postgres/owner-url.ts';
import type { ProcessBase } from '../../shared/process/open-process-base.ts';
import { openProcessJournal } from '../../shared/process/open-process-journal.ts';
import { followerConnections, openReadingPool } from '../../shared/process/open-reading-pool.ts';
import {
  keepPreviousMsOf,
  retentionOf,
  rowRetentionOf,
} from '../../shared/process/settings/retention-settings.ts';
import type { OpeningProcess } from '../../shared/process/start-process.ts';
import { forgetWorkers } from '../../shared/projection/leases/workers.ts';
import { prepareConsole } from '../console/prepare-console.ts';
import type { Plugin } from '../ingest/plugin-adapter.ts';
import { prepareIngest } from '../ingest/prepare-ingest.ts';
import { startBackups } from '../projector/backup/start-backups.ts';
import { startProjector } from '../projector/start-projector.ts';
import { prepareApiKeyUses } from '../query/api-key-use/note-api-key-use.ts';
import { migrateHub } from './schema/migrate-hub.ts';
import type { StandaloneSettings } from './settings.ts';

/** Shared by all services in one process. */
export interface HubCore {
  readonly databaseUrl: string;
  /** The data folder of the embedded server; null for the operator's own server. */
  readonly databaseDirectory: string | null;
  /** For short read statements. Its only write is the time of a key's last use. */
  readonly database: Database;
  /** For data that is kept in memory. */
  readonly followerPool: Database;
  /** For the short statements of plugin requests. */
  readonly ingestPool: Database;
  /** For the short statements of the console, which runs commands. */
  readonly consolePool: Database;
  readonly notifications: Notifications;
  readonly journal: Journal;
  readonly directory: DirectoryKeeper;
  /** The copy may still be loading when the core is open. */
  readonly state: StateCopy;
  readonly hubSecret: Buffer;
}

export interface CoreOptions extends OpeningProcess {
  readonly settings: StandaloneSettings;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Replaced in tests. */
  readonly plugins?: readonly Plugin[] | undefined;
}

const readingConnections = 8;
const takingConnections = 2;
const operatingConnections = 4;

/** Runs the projections and the parts that follow them. */
export async function openCore(base: ProcessBase, options: CoreOptions): Promise<HubCore> {
  const { settings, logger, metrics, lifecycle } = options;
  const ownerUrl = ownerUrlOf(base, settings);
  if (ownerUrl !== null) await migrateHub(ownerUrl);
  const database = openReadingPool(base.urlOf('hub_query'), readingConnections, options);
  const followerPool = openReadingPool(base.urlOf('hub_query'), followerConnections, options);
  const ingestPool = openReadingPool(base.urlOf('hub_ingest'), takingConnections, options);
  const consolePool = openReadingPool(base.databaseUrl, operatingConnections, options);
  const retention = retentionOf(settings);
  const journal = await openProcessJournal(base, { ...options, retention, isOnlyReader: true });
  // The hub's lock excludes other projectors, so the leases of a killed process are freed at once.
  await forgetWorkers(base.database);
  const projector = await startProjector({
    ...base,
    journal,
    projections,
    retentionMsBySetting: rowRetentionOf(settings),
    keepPreviousMs: keepPreviousMsOf(settings),
    logger,
    metrics,
    metricsServed: settings.METRICS_TOKEN !== undefined,
  });
  lifecycle.onClose(projector.stop);
  const follow = { ...base, database: followerPool, logger, lifecycle };
  // First, because the copy takes longest. The copy loads while the other parts open.
  const state = startStateCopy(follow);
  await openFeedEpoch(base.database, journal);

  await prepareIngest(base.database);
  await prepareApiKeyUses(base.database);
  await prepareServedVersion(base.database);
  await prepareConsole(base.database);
  const directory = await startDirectory(follow);
  lifecycle.onClose(serveDirectoryVersion(base.database, directory, logger));
  if (settings.BACKUP_ENABLED) {
    const hub = { ...base, journal, directory };
    lifecycle.onClose(startBackups({ hub, settings, logger, metrics }).stop);
  }
  return { ...base, database, followerPool, ingestPool, consolePool, journal, directory, state };
}
