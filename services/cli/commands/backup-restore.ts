import { basename, dirname } from 'node:path';
import type { Command } from 'commander';
import { createLifecycle, type Lifecycle } from '../../../shared/async/lifecycle.ts';
import { type BackupFolder, openBackupFolder } from '../../../shared/backup/folder/backup-folder.ts';
import {
  checkSegments,
  type RestorableBackup,
  readRestorableBackup,
} from '../../../shared/backup/reading/read-backup.ts';
import { createBackupSigner } from '../../../shared/backup/signing/backup-signer.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import {
  markRestore,
  type RestorePlace,
  readRestoreMark,
  unmarkRestore,
} from '../../../shared/identity/unfinished-restore.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import {
  createProgressMeter,
  type ProgressMeter,
} from '../../../shared/projection/replay/rebuild/progress-meter.ts';
import { kafkaAddress } from '../../../shared/settings/kafka-settings.ts';
import { openStopped } from '../connection/open-stopped.ts';
import { operatorOfSystem } from '../connection/operator.ts';
import { requireEmptyPlace } from '../restore/require-empty-place.ts';
import { type RestoredProjection, restoreBackup, restoreName } from '../restore/restore-backup.ts';
import { findRestoreSecret, keepSecret } from '../restore/restore-secret.ts';
import { printFor } from '../run-command.ts';
import { type InterruptibleWork, runInterruptible } from '../run-interruptible.ts';
import { type HubSettings, readBackupDir, readHubSettings } from '../settings.ts';
import { backupFile, filePath } from '../terminal/arguments.ts';
import { commandAbout, type Output, shellWord } from '../terminal/output.ts';
import { counted, type ProgressDisplay } from '../terminal/progress-display.ts';

export function backupRestoreCommand(group: Command): void {
  group
    .command('restore')
    .description(
      'create a hub from a backup, in an empty DATA_DIR or database and empty topics; continues an interrupted restore',
    )
    .argument('<file>', 'a manifest in BACKUP_DIR, as listed by hub backup list, or a path', backupFile)
    .option(
      '--secret-file <path>',
      'a file with the secret of the backed-up hub, instead of HUB_SECRET',
      filePath,
    )
    .action(async (path: string, { secretFile }: RestoreChoices, command: Command) => {
      const [file, dir] = [basename(path), path.includes('/') ? dirname(path) : readBackupDir()];
      const secret = secretFile === undefined ? [] : ['--secret-file', shellWord(secretFile)];
      const again = commandAbout('backup restore', path, ...secret);
      const left = `run ${again} again to continue`;
      await runInterruptible(left, async (running) => {
        const lifecycle = createLifecycle();
        try {
          await printFor(command, await restore({ ...running, file, dir, secretFile, lifecycle }));
        } finally {
          await lifecycle.close();
        }
      });
    });
}

interface RestoreChoices {
  readonly secretFile?: string;
}

interface Restoring extends InterruptibleWork {
  readonly file: string;
  readonly dir: string;
  readonly secretFile: string | undefined;
  readonly lifecycle: Lifecycle;
}

async function restore(restoring: Restoring): Promise<Output> {
  const { file, dir, secretFile, lifecycle, signal, display } = restoring;
  const settings = readHubSettings();
  // Before the check of the manifest, which needs the secret, only the fingerprint is used.
  const { manifest: unchecked } = await openBackupFolder(dir, null).inspectBackup(file);
  const hubSecret = await findRestoreSecret({
    dataDir: settings.DATA_DIR,
    given: settings.HUB_SECRET,
    secretFile,
    fingerprint: unchecked.secret_fingerprint,
  });
  const folder = openBackupFolder(dir, createBackupSigner(hubSecret));
  const backup = await readRestorableBackup(folder, file);
  const logger = createLogger({ name: 'hub', level: 'silent' });
  const purpose = 'a backup is restored';
  await requireEmptyPlace(settings, { backup: restoreName(backup), logger, purpose });
  const meters = createMeters(backup, display);
  await checkSegments(folder, backup.manifest, { signal, onChecked: meters.onChecked });
  const { full, ...stopped } = await openMarked(settings, {
    file,
    hubSecret,
    opening: { logger, lifecycle, purpose, restores: true },
  });
  const restored = await restoreBackup({
    ...stopped,
    ...meters,
    folder,
    backup,
    givenSequence: await highestSequence(folder, backup),
    kafka: kafkaAddress(settings),
    hubSecret,
    operator: operatorOfSystem(),
    beforeEnd: () => unmarkRestore(placeOf(settings)),
    file,
    logger,
    lifecycle,
    signal: AbortSignal.any([signal, full]),
  });
  return shown(file, backup, restored);
}

function placeOf({ DATA_DIR, DATABASE_URL }: HubSettings): RestorePlace {
  return { dataDir: DATA_DIR, databaseUrl: DATABASE_URL };
}

/**
 * Marks the place and stores the secret before it creates a database. After a kill in between, an
 * unmarked place would look empty, and a new hub could start there.
 */
async function openMarked(
  settings: HubSettings,
  { file, hubSecret, opening }: Marking,
): ReturnType<typeof openStopped> {
  const place = placeOf(settings);
  const isNew = (await readRestoreMark(place)) === null;
  await markRestore(place, file);
  await keepSecret(settings.DATA_DIR, hubSecret);
  return openStopped(settings, opening).catch(async (error: unknown) => {
    // Without the mark, a hub that was started there in the meantime can start again.
    const isHub = error instanceof OperatorError && error.code === 'hub_runs';
    if (isNew && isHub) await unmarkRestore(place);
    throw error;
  });
}

interface Marking {
  readonly file: string;
  readonly hubSecret: Buffer;
  readonly opening: Parameters<typeof openStopped>[1];
}

/** A later backup in the folder may name a higher next sequence of the feed than this backup. */
async function highestSequence(folder: BackupFolder, { manifest, keys }: RestorableBackup): Promise<number> {
  const { backups } = await folder.list();
  const own = backups.filter((each) => each.manifest.hub === manifest.hub);
  return Math.max(keys.next_sequence, ...own.map((each) => each.manifest.next_sequence));
}

function createMeters({ manifest: { records, partitions } }: RestorableBackup, display: ProgressDisplay) {
  const offsets = partitions.reduce((sum, { start, end }) => sum + end - start, 0);
  const checking = createProgressMeter(display.show, records);
  let copying: ProgressMeter | undefined;
  return {
    onChecked: (stream: string, checked: number) =>
      checking.read([`checksums of ${stream}`], { records: checked, offsets: checked }),
    onCopied: (stream: string, step: { records: number; offsets: number }) => {
      copying ??= createProgressMeter(display.show, offsets);
      copying.read([stream], step);
    },
    onFilled: display.show,
  };
}

function shown(
  file: string,
  { manifest: { records } }: RestorableBackup,
  restored: readonly RestoredProjection[],
): Output {
  return {
    document: { file, ok: true, records, projections: restored },
    text: [
      `Restored ${counted(records, 'record')} of ${file}: start the hub, and take a new backup.`,
      ...restored.map(({ name, rows }) => `${name}: ${counted(rows, 'row')}`),
    ].join('\n'),
  };
}
