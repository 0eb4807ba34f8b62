import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { executeCommands } from '../../../projections/access/commands/execute-command.ts';
import { restoreSteps } from '../../../projections/access/commands/restore/restore-steps.ts';
import { openDirectory } from '../../../projections/access/directory/open-directory.ts';
import { parkedDecisions } from '../../../projections/access/queries/parked-decisions.ts';
import { openEpochOfRestore } from '../../../projections/event-feed/commands/open-feed-epoch.ts';
import { projections } from '../../../projections/registry.ts';
import type { Lifecycle } from '../../../shared/async/lifecycle.ts';
import type { BackupFolder } from '../../../shared/backup/folder/backup-folder.ts';
import { sha256Of, writeCheckedJson } from '../../../shared/backup/folder/checked-json.ts';
import { backedUpStreams } from '../../../shared/backup/folder/manifest.ts';
import { importSegments } from '../../../shared/backup/reading/import-segments.ts';
import { openBackupLog, type RestorableBackup } from '../../../shared/backup/reading/read-backup.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import type { StreamName } from '../../../shared/events/streams.ts';
import { prepareLogIdentity, rebindLog } from '../../../shared/identity/log-identity.ts';
import { findRestoreStage, recordRestoreStage } from '../../../shared/identity/unfinished-restore.ts';
import { copyStreams } from '../../../shared/log/copy/copy-streams.ts';
import type { EventLog } from '../../../shared/log/event-log.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { openJournal } from '../../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../../shared/log/postgres/postgres-event-log.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { type Notifications, openNotifications } from '../../../shared/postgres/notifications.ts';
import { recordSecretFingerprint } from '../../../shared/process/settings/known-secret.ts';
import { countRows } from '../../../shared/projection/generations/generation-digest.ts';
import { findOwnLive, prepareGenerations } from '../../../shared/projection/generations/generations.ts';
import type { RebuildProgress } from '../../../shared/projection/replay/rebuild/progress-meter.ts';
import { runProjections } from '../../../shared/projection/run-projections.ts';
import type { KafkaAddress } from '../../../shared/settings/kafka-settings.ts';
import { carryOutErasure } from '../../operations/erasure/carry-out-erasure.ts';
import { untilCaughtUp } from '../log-copy/project-to-end.ts';
import { fillProjections } from './fill-projections.ts';

export interface RestoreOptions {
  readonly folder: BackupFolder;
  /** Its segments were checked. */
  readonly backup: RestorableBackup;
  /** The highest sequence of the feed that any backup in the folder knows. */
  readonly givenSequence: number;
  /** A database without a hub, or with an interrupted run of the same restore. */
  readonly database: Database;
  readonly databaseDirectory: string | null;
  /** Null when the log is in the database. */
  readonly kafka: KafkaAddress | null;
  readonly hubSecret: Buffer;
  /** For the audit log. */
  readonly operator: string;
  /** The name of the manifest. */
  readonly file: string;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly signal: AbortSignal;
  readonly onCopied: (stream: StreamName, step: { records: number; offsets: number }) => void;
  readonly onFilled: (progress: RebuildProgress) => void;
  /** Work to do before a hub may start on the database. An interrupted restore calls it again. */
  readonly beforeEnd?: () => Promise<void>;
}

export interface RestoredProjection {
  readonly name: string;
  readonly rows: number;
}

/**
 * Fills an empty log from a backup, and the tables from the log. No hub can start before the
 * restore completes. The same restore continues after an interruption.
 * @throws OperatorError for a log or database that is not empty; LogUnavailable
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredProjection[]> {
  const { database, backup, lifecycle, logger } = options;
  const name = restoreName(backup);
  const notifications = openNotifications(database, logger);
  lifecycle.onClose(notifications.close);
  await prepareLogIdentity(database);
  const stage = await findRestoreStage(database, name);
  const target = await openTarget(options, notifications);
  lifecycle.onClose(target.close);
  if (stage === null) await requireUnusedTopics(options.kafka);
  if (stage !== 'tables') {
    await recordRestoreStage(database, 'records', name);
    await copyRecords(options, target);
    await recordRestoreStage(database, 'tables', name);
  }
  // From now on, brokers set the times of records again.
  await target.ensureStreams();
  const journal = await openJournal({ log: target, hubSecret: options.hubSecret });
  await recordSecretFingerprint(database, options.hubSecret);
  const restored = await fillTables(options, journal, notifications);
  await target.markInUse();
  // The database is still marked as being restored, so no hub can start.
  await options.beforeEnd?.();
  await rebindLog(database, await target.identity());
  return restored;
}

/** The name of a backup in the database into which it is restored. */
export function restoreName({ manifest }: Pick<RestorableBackup, 'manifest'>): string {
  return sha256Of(writeCheckedJson(manifest)).slice(0, 16);
}

async function openTarget(
  { database, databaseDirectory, kafka, logger }: RestoreOptions,
  notifications: Notifications,
): Promise<EventLog> {
  if (kafka === null) return openPostgresEventLog({ database, databaseDirectory, notifications, logger });
  const { openKafkaEventLog } = await import('../../../shared/log/kafka/kafka-event-log.ts');
  return openKafkaEventLog({ address: kafka, retention: null, logger });
}

async function requireUnusedTopics(kafka: KafkaAddress | null): Promise<void> {
  if (kafka === null) return;
  const { findUsedTopics } = await import('../../../shared/log/kafka/topics/find-and-delete-topics.ts');
  const [first] = await findUsedTopics(kafka);
  if (first === undefined) return;
  throw new OperatorError(
    'not_empty',
    `topic ${kafka.topicPrefix}${first} holds records, but a restore needs empty topics: set KAFKA_TOPIC_PREFIX to another prefix, or delete the topics if nobody needs them`,
  );
}

async function copyRecords(options: RestoreOptions, target: EventLog): Promise<void> {
  const { folder, backup, database, kafka, signal, onCopied } = options;
  await target.ensureStreams();
  // On Kafka this also lets topics keep the times of imported records.
  await target.import([]);
  const copying = { source: openBackupLog(folder, backup), target, signal, onCopied };
  try {
    if (kafka !== null) await copyStreams({ ...copying, streams: backedUpStreams });
    else await importSegments({ folder, backup, log: target, database, signal, onCopied });
    // The keys come last, so that nothing can open records that are still being written.
    await copyStreams({ ...copying, streams: ['hub.keys'] });
  } catch (error) {
    if (!(error instanceof OperatorError) || error.code !== 'topic_differs') throw error;
    throw new OperatorError(
      'restore_differs',
      'the log differs from this backup, perhaps because its keys.zst was replaced: use an empty database or other topics',
      { cause: error },
    );
  }
}

async function fillTables(
  options: RestoreOptions,
  journal: Journal,
  notifications: Notifications,
): Promise<RestoredProjection[]> {
  const { database, operator, logger, signal, onFilled } = options;
  await prepareGenerations(database, projections);
  await fillProjections({ database, journal, fullSpeed: true, signal, onProgress: onFilled });
  const running = { database, journal, notifications, logger, decisions: parkedDecisions };
  const projector = runProjections({ ...running, projections });
  const directory = openDirectory({ database, notifications, logger });
  try {
    await untilCaughtUp({ database, journal, signal });
    await openEpochOnce(options, journal);
    // Repeats the withdrawals and the narrowed rights that are newer than the backup.
    const hub = { database, journal, directory, operator };
    for (const step of restoreSteps(options.backup.keys, options.hubSecret)) {
      await executeCommands(hub, step(await readCurrent(hub)));
    }
    // An earlier run may have appended the events of erasures without carrying them out.
    const later = erasedLater(options.backup);
    if (later.length > 0) await carryOutErasure(running, later);
    await recordInAudit(journal, {
      by: `cli:${operator}`,
      action: 'backup-restored',
      about: [options.file],
      details: { records: options.backup.manifest.records },
    });
    await untilCaughtUp({ database, journal, signal });
    return await countProjections(database);
  } finally {
    await directory.close();
    await projector.stop();
  }
}

function erasedLater({ manifest, keys }: RestorableBackup): string[] {
  const before = new Set(manifest.erased);
  return keys.erased.filter((subject) => !before.has(subject));
}

/**
 * Opens the epoch before any other append to the feed: the feed's end then shows, after an
 * interruption, whether the epoch is open.
 */
async function openEpochOnce(
  { database, backup, givenSequence }: RestoreOptions,
  journal: Journal,
): Promise<void> {
  const [feed] = await journal.log.ends(['hub.feed']);
  const end = backup.manifest.partitions.find(({ stream }) => stream === 'hub.feed')?.end ?? 0;
  if (feed?.end === end) await openEpochOfRestore(database, journal, givenSequence);
}

async function countProjections(database: Database): Promise<RestoredProjection[]> {
  const restored: RestoredProjection[] = [];
  for (const projection of projections) {
    const live = await findOwnLive(database, projection);
    if (live === null) continue;
    const generation = { projection, number: live.generation, schema: live.schema };
    restored.push({ name: projection.name, rows: await countRows(database, generation) });
  }
  return restored;
}
