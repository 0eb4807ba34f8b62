import type { Command } from 'commander';
import { openBackupFolder } from '../../../shared/backup/backup-folder.ts';
import { OperatorError } from '../../../shared/errors.ts';
import { listenForStop } from '../../../shared/stop-signals.ts';
import { backupOperations } from '../../operations/back-up.ts';
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
  const backupDir = readBackupDir();
  const stop = listenForStop(forceStopAfterMs);
  const interrupted = new AbortController();
  void stop.requested.then(() => interrupted.abort(interruption()));
  const { signal } = interrupted;
  const display = createProgressDisplay(process.stderr);
  try {
    const wish = { backupDir, signal, onProgress: display.show, actor: 'cli' } as const;
    const document = await backupOperations.take(hub, wish);
    const { file, bytes, seconds, records } = document;
    const { path } = openBackupFolder(backupDir);
    return {
      document,
      text: `Backed up ${counted(records, 'record')}, ${thousands(bytes)} new bytes, in ${seconds} s: ${path}/${file}\n${secretLine}`,
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
