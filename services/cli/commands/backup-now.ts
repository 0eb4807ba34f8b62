import { resolve } from 'node:path';
import type { Command } from 'commander';
import { backupOperations } from '../../operations/backups.ts';
import type { HubConnection } from '../connection/connect.ts';
import { onHub } from '../run-command.ts';
import { runInterruptible } from '../run-interruptible.ts';
import { readBackupDir } from '../settings.ts';
import type { Output } from '../terminal/output.ts';
import { counted, thousands } from '../terminal/progress-display.ts';

export function backupNowCommand(group: Command): void {
  group
    .command('now')
    .description('back up everything new since the last backup into BACKUP_DIR; the hub may run')
    .action(onHub(backUp));
}

async function backUp(hub: HubConnection): Promise<Output> {
  const backupDir = readBackupDir();
  const left = 'earlier backups are unchanged, and the next backup removes the unfinished files';
  const document = await runInterruptible(left, ({ signal, display }) =>
    backupOperations.take(hub, { backupDir, signal, onProgress: display.show, actor: 'cli' }),
  );
  const { file, bytes, seconds, records, mended, deleted } = document;
  const path = resolve(backupDir);
  const taken = `Backed up ${counted(records, 'record')}, ${thousands(bytes)} new bytes, in ${seconds} s`;
  const lines = [
    `${taken}: ${path}/${file}`,
    ...(mended > 0 ? [mendedLine(mended)] : []),
    ...(deleted > 0 ? [`Deleted ${counted(deleted, 'earlier backup')} by rotation.`] : []),
    secretLine,
  ];
  return { document, text: lines.join('\n') };
}

function mendedLine(mended: number): string {
  return `Wrote ${counted(mended, 'segment')} of the last backup again, which were missing or damaged: check the disk of BACKUP_DIR.`;
}

const secretLine =
  'A restore needs HUB_SECRET (by default the file DATA_DIR/secret), which is not in the backup: keep a copy in another place.';
