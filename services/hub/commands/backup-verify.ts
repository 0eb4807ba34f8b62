import { constants } from 'node:os';
import { basename, dirname } from 'node:path';
import { type Command, Option } from 'commander';
import { openBackupFolder } from '../../../shared/backup/backup-folder.ts';
import { checkSegments, type RestorableBackup, readRestorable } from '../../../shared/backup/read-backup.ts';
import { messageOf, OperatorError } from '../../../shared/errors.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import { secretFingerprint } from '../../../shared/log/secret-fingerprint.ts';
import { createLogger } from '../../../shared/logger.ts';
import { clusterDirectory, readClusterRecord } from '../../../shared/postgres/embedded/cluster-record.ts';
import { rowsKeptOf } from '../../../shared/process/process-settings.ts';
import { setThreadPriorities } from '../../../shared/process/set-thread-priorities.ts';
import { createProgressMeter } from '../../../shared/projection/replay/rebuild/progress-meter.ts';
import { listenForStop } from '../../../shared/stop-signals.ts';
import type { WatchedDisk } from '../../ingest/http/disk-room.ts';
import type { HubConnection } from '../connect.ts';
import type { Output } from '../output.ts';
import { counted, createProgressDisplay, type ProgressDisplay } from '../progress-display.ts';
import { runCommand } from '../run-command.ts';
import { readBackupDir, readVerifySettings, type VerifySettings } from '../settings.ts';
import { requireRoom, watchRoom } from '../verify/room-for-verifying.ts';
import { withScratchDatabase } from '../verify/scratch-database.ts';
import { type VerifiedRoom, verifyBackup } from '../verify/verify-backup.ts';

/** Longer than a batch takes. */
const forceStopAfterMs = 9_500;

export function backupVerifyCommand(group: Command): void {
  group
    .command('verify')
    .description(
      'make the tables of a backup in a database of its own, go on with what came since, and compare them with the live ones; exit 1 when they differ',
    )
    .argument('<file>', 'a manifest in BACKUP_DIR, as hub backup list names it, or the path of one')
    .addOption(new Option('--drill', 'for the hub, which does it by night').hideHelp())
    .action(async (file: string, { drill }: { readonly drill?: true }, command: Command) => {
      let rooms: readonly VerifiedRoom[] = [];
      await runCommand(command, async (hub) => {
        const { output, verified } = await verify(hub, file, drill === true);
        rooms = verified;
        return output;
      });
      const problem = problemOf(rooms);
      if (problem !== null) throw new OperatorError('not_equal', problem);
    });
}

async function verify(
  hub: HubConnection,
  path: string,
  isDrill: boolean,
): Promise<{ output: Output; verified: VerifiedRoom[] }> {
  const began = performance.now();
  const [file, dir] = [basename(path), path.includes('/') ? dirname(path) : readBackupDir()];
  const folder = openBackupFolder(dir);
  // So that requests on the same machine go first. Where it is not allowed, there are still the rests between batches.
  setThreadPriorities(process.pid, constants.priority.PRIORITY_LOW);
  const stop = listenForStop(forceStopAfterMs);
  const ended = new AbortController();
  const work = new AbortController();
  void stop.requested.then(() =>
    work.abort(new OperatorError('interrupted', 'interrupted: nothing is left of it')),
  );
  const display = createProgressDisplay(process.stderr);
  const note = (problem: string | null) =>
    folder.noteDrill({
      file,
      at: new Date().toISOString(),
      ok: problem === null,
      seconds: Math.round(performance.now() - began) / 1_000,
      problem,
    });
  const backup = await readRestorable(folder, file);
  try {
    const disk = await diskOf(readVerifySettings());
    if (disk !== null) {
      await requireRoom(hub.database, disk);
      watchRoom(disk, work, ended.signal).catch((error: unknown) => work.abort(error));
    }
    requireSecret(hub, backup);
    const verified = await compare(hub, { dir, backup, signal: work.signal, display });
    await note(problemOf(verified));
    await recordInAudit(hub.journal, {
      by: isDrill ? 'hub' : `cli:${hub.operator}`,
      action: 'backup-verified',
      about: [file],
      details: { ok: problemOf(verified) === null },
    });
    return { output: shown(file, backup, verified), verified };
  } catch (error) {
    // Whoever interrupts it knows no more of the backup than before.
    const isInterrupted = error instanceof OperatorError && error.code === 'interrupted';
    if (!isInterrupted) await note(messageOf(error));
    throw error;
  } finally {
    ended.abort();
    display.end();
    stop.close();
  }
}

async function compare(
  hub: HubConnection,
  options: {
    readonly dir: string;
    readonly backup: RestorableBackup;
    readonly signal: AbortSignal;
    readonly display: ProgressDisplay;
  },
): Promise<VerifiedRoom[]> {
  const { backup, signal, display } = options;
  const folder = openBackupFolder(options.dir);
  const checking = createProgressMeter(backup.manifest.records, display.show);
  await checkSegments(folder, backup.manifest, {
    signal,
    onChecked: (stream, records) => checking.read([`checksums of ${stream}`], { records, offsets: records }),
  });
  return withScratchDatabase(hub.ownerUrl, (scratch) =>
    verifyBackup({
      folder,
      backup,
      live: hub,
      scratch,
      rowsKept: rowsKeptOf(readVerifySettings()),
      logger: createLogger({ name: 'hub', level: 'silent' }),
      signal,
      onProgress: display.show,
    }),
  );
}

/** The disk of an embedded server; that of another one is seen to by whoever runs it. */
async function diskOf({
  DATABASE_URL,
  DATA_DIR,
  MIN_FREE_DISK,
}: VerifySettings): Promise<WatchedDisk | null> {
  const record = DATABASE_URL === undefined ? await readClusterRecord(DATA_DIR) : null;
  if (record === null) return null;
  const minFreeBytes = MIN_FREE_DISK === undefined ? null : MIN_FREE_DISK * 1_000_000;
  return { directory: clusterDirectory(DATA_DIR, record), minFreeBytes };
}

function requireSecret({ hubSecret }: HubConnection, { manifest }: RestorableBackup): void {
  if (manifest.secret_fingerprint === secretFingerprint(hubSecret)) return;
  throw new OperatorError(
    'other_secret',
    'the backup is of a hub with another secret: verify it with its own hub',
  );
}

function problemOf(rooms: readonly VerifiedRoom[]): string | null {
  const differing = rooms.filter((room) => !room.digest_equal).map(({ name }) => name);
  if (differing.length === 0) return null;
  return `the tables of ${differing.join(', ')} that follow from the backup are not those of the hub: hub projections rebuild and verify show whether the live ones are wrong`;
}

function shown(
  file: string,
  { manifest: { records } }: RestorableBackup,
  rooms: readonly VerifiedRoom[],
): Output {
  const ok = problemOf(rooms) === null;
  return {
    document: { file, ok, records, rooms },
    text: [
      `${file} with ${counted(records, 'record')} ${ok ? 'leads to the tables of the hub' : 'does not lead to the tables of the hub'}`,
      ...rooms.map(
        ({ name, rows, digest_equal: equal }) =>
          `${name}: ${counted(rows, 'row')}, ${equal ? 'equal' : 'not equal'}`,
      ),
    ].join('\n'),
  };
}
