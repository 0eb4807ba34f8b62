import type { Command } from 'commander';
import { openBackupFolder } from '../../../shared/backup/backup-folder.ts';
import { OperatorError } from '../../../shared/errors.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import {
  createProgressMeter,
  type ProgressMeter,
} from '../../../shared/projection/replay/rebuild/progress-meter.ts';
import { listenForStop } from '../../../shared/stop-signals.ts';
import { takeHubBackup } from '../../projector/backup/take-hub-backup.ts';
import type { HubConnection } from '../connect.ts';
import type { Output } from '../output.ts';
import { counted, createProgressDisplay, thousands } from '../progress-display.ts';
import { runCommand } from '../run-command.ts';
import { readBackupDir } from '../settings.ts';

/** Longer than writing a segment takes. */
const forceStopAfterMs = 9_500;

export function backupNowCommand(group: Command): void {
  group
    .command('now')
    .description('take a backup into BACKUP_DIR: what is new since the last one; the hub may run')
    .action((_: unknown, command: Command) => runCommand(command, backUp));
}

async function backUp(hub: HubConnection): Promise<Output> {
  const folder = openBackupFolder(readBackupDir());
  const stop = listenForStop(forceStopAfterMs);
  const interrupted = new AbortController();
  void stop.requested.then(() => interrupted.abort(interruption()));
  const display = createProgressDisplay(process.stderr);
  let meter: ProgressMeter | undefined;
  try {
    const { file, manifest } = await takeHubBackup(hub, folder, {
      kind: 'manual',
      now: () => new Date(),
      signal: interrupted.signal,
      onBegin: (offsets) => {
        meter = createProgressMeter(offsets, display.show);
      },
      onRead: (stream, step) => meter?.read([stream], step),
    });
    const { bytes, seconds, records } = manifest;
    await recordInAudit(hub.journal, {
      by: `cli:${hub.operator}`,
      action: 'backup-made',
      about: [file],
      details: { kind: manifest.kind, records },
    });
    return {
      document: { file, bytes, seconds, records },
      text: `Backed up ${counted(records, 'record')}, ${thousands(bytes)} new bytes, in ${seconds} s: ${folder.path}/${file}\n${secretLine}`,
    };
  } finally {
    display.end();
    stop.close();
  }
}

/** The one thing that is in no backup. */
const secretLine =
  'It cannot be restored without HUB_SECRET (DATA_DIR/secret where none is set), which is not in it: keep that apart.';

function interruption(): OperatorError {
  return new OperatorError(
    'interrupted',
    'interrupted: earlier backups are as they were, and the next one clears up',
  );
}
