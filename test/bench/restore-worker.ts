import { randomUUID } from 'node:crypto';
import { parkedDecisions } from '../../projections/access/queries/parked-decisions.ts';
import { projections } from '../../projections/registry.ts';
import { restoreBackup } from '../../services/cli/restore/restore-backup.ts';
import { readVerifySettings } from '../../services/cli/settings.ts';
import { withScratchDatabase } from '../../services/cli/verify-backup/scratch-database.ts';
import { verifyBackup } from '../../services/cli/verify-backup/verify-backup.ts';
import { migrateHub } from '../../services/standalone/schema/migrate-hub.ts';
import { createLifecycle, type Lifecycle } from '../../shared/async/lifecycle.ts';
import { openBackupFolder } from '../../shared/backup/folder/backup-folder.ts';
import { checkSegments, readRestorableBackup } from '../../shared/backup/reading/read-backup.ts';
import type { Journal } from '../../shared/log/journal.ts';
import { openJournal } from '../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../shared/log/postgres/postgres-event-log.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { openNotifications } from '../../shared/postgres/notifications.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { rowRetentionOf } from '../../shared/process/settings/process-settings.ts';
import { prepareGenerations } from '../../shared/projection/generations/generations.ts';
import { promote } from '../../shared/projection/replay/promote.ts';
import { rebuildGenerations } from '../../shared/projection/replay/rebuild/rebuild.ts';
import { measureWork, type WorkMeasured } from './measured-work.ts';
import { serveJobs } from './workers.ts';

/** A backup in a folder, and the database whose log it is of. */
export interface BackedUpPlace {
  readonly url: string;
  readonly postgresPid: number;
  /** Base64. */
  readonly hubSecret: string;
  readonly folder: string;
  readonly file: string;
}

/**
 * A process of its own for each: `replay` fills all projections from the log, whose tables are then the live ones; `restore`
 * checks the backup, copies it into another database of the same server, and fills all projections; `verify` compares it with the
 * live tables.
 */
export interface RestoreJob extends BackedUpPlace {
  readonly work: 'replay' | 'restore' | 'verify';
}

export interface RestoreAnswer extends WorkMeasured {
  /** Whether a verification found every projection equal. */
  readonly isEqual: boolean;
}

interface Live {
  readonly database: Database;
  readonly journal: Journal;
  readonly hubSecret: Buffer;
}

const logger = createLogger({ name: 'bench', level: 'silent' });
const { signal } = new AbortController();
const ignore = () => {};

const lifecycle = createLifecycle();
serveJobs<RestoreJob, RestoreAnswer>(measure, () => lifecycle.close());

async function measure(job: RestoreJob): Promise<RestoreAnswer> {
  const live = await openLive(job);
  if (job.work === 'replay') await prepareGenerations(live.database, projections);
  await live.database.run({ text: 'vacuum analyze' });
  const empty = job.work === 'restore' ? await makeEmptyDatabase(live.database, job.url) : '';
  const works = {
    replay: () => replay(live),
    restore: () => restore(live, job, empty),
    verify: () => verify(live, job),
  };
  const { result: isEqual, measured } = await measureWork(job.postgresPid, works[job.work]);
  if (job.work === 'replay') {
    for (const { name } of projections) await promote(live.database, name, { force: true });
  }
  return { ...measured, isEqual };
}

async function openLive({ url, hubSecret: secret }: RestoreJob): Promise<Live> {
  const database = openAt(url, lifecycle);
  const notifications = openNotifications(database, logger);
  lifecycle.onClose(notifications.close);
  const log = openPostgresEventLog({ database, notifications, logger });
  lifecycle.onClose(log.close);
  const hubSecret = Buffer.from(secret, 'base64');
  return { database, journal: await openJournal({ log, hubSecret }), hubSecret };
}

async function replay({ database, journal }: Live): Promise<boolean> {
  await rebuildGenerations({ database, journal, decisions: parkedDecisions, projections });
  return true;
}

async function restore(
  { hubSecret }: Live,
  { folder: path, file }: RestoreJob,
  url: string,
): Promise<boolean> {
  const folder = openBackupFolder(path);
  const backup = await readRestorableBackup(folder, file);
  await migrateHub(url);
  await checkSegments(folder, backup.manifest, { signal, onChecked: ignore });
  // Its sessions end after what is measured: CPU of one that ends while it is read would be lost.
  await restoreBackup({
    folder,
    backup,
    givenSequence: backup.keys.next_sequence,
    database: openAt(url, lifecycle),
    databaseDirectory: null,
    kafka: null,
    hubSecret,
    operator: 'bench',
    file,
    logger,
    lifecycle,
    signal,
    onCopied: ignore,
    onFilled: ignore,
  });
  return true;
}

async function verify(live: Live, { url, folder: path, file }: RestoreJob): Promise<boolean> {
  const folder = openBackupFolder(path);
  const backup = await readRestorableBackup(folder, file);
  const rowsKept = rowRetentionOf(readVerifySettings());
  await checkSegments(folder, backup.manifest, { signal, onChecked: ignore });
  const projections = await withScratchDatabase(url, (scratch) =>
    verifyBackup({ folder, backup, live, scratch, rowsKept, logger, signal, onProgress: ignore }),
  );
  return projections.every((projection) => projection.digest_equal);
}

/** Made before and dropped after what is measured. @returns its address */
async function makeEmptyDatabase(database: Database, url: string): Promise<string> {
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  await database.run({ text: `create database ${name} template template0` });
  lifecycle.onClose(async () => {
    await database.run({ text: `drop database ${name} with (force)` });
  });
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

function openAt(url: string, closing: Lifecycle): Database {
  const database = openDatabase({ url, name: 'bench', maxConnections: 10, statementTimeoutMs: 600_000 });
  closing.onClose(database.close);
  return database;
}
