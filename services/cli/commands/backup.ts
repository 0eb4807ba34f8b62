import type { Command } from 'commander';
import { backupOperations } from '../../operations/backups.ts';
import { readOwnFingerprint } from '../connection/own-secret-fingerprint.ts';
import { readBackupDir } from '../settings.ts';
import { type Output, printFully, table } from '../terminal/output.ts';
import { thousands } from '../terminal/progress-display.ts';
import { backupNowCommand } from './backup-now.ts';
import { backupRestoreCommand } from './backup-restore.ts';
import { backupVerifyCommand } from './backup-verify.ts';

export function backupCommand(program: Command): void {
  const backup = program
    .command('backup')
    .description('copies of the log, from which a whole hub is restored');
  backupNowCommand(backup);
  backupVerifyCommand(backup);
  backupRestoreCommand(backup);
  backup
    .command('list')
    .description('the backups in BACKUP_DIR, newest first')
    .action(async (_: unknown, command: Command) => {
      await printFully(await list(readBackupDir()), command.optsWithGlobals().json === true);
    });
}

async function list(dir: string): Promise<Output> {
  const document = await backupOperations.list(dir, await readOwnFingerprint());
  const { backups, unreadable } = document;
  const others = backups.filter((backup) => backup.other_hub === true).length;
  return {
    document,
    text: [
      table(
        ['FILE', 'TAKEN', 'KIND', 'NEW BYTES', 'RECORDS', 'VERIFIED'],
        backups.map(({ file, taken_at, kind, bytes, records, verified_at, problem }) => [
          file,
          taken_at.slice(0, 19),
          kind,
          thousands(bytes),
          thousands(records),
          problem === null ? (verified_at?.slice(0, 19) ?? null) : 'failed',
        ]),
        `No backup in ${dir} yet: hub backup now takes one`,
      ),
      ...backups.flatMap(({ file, problem }) => (problem === null ? [] : [`${file}: ${problem}`])),
      ...unreadable.map(({ problem }) => problem),
      ...(others === 0
        ? []
        : [
            `${others} of these ${others === 1 ? 'is' : 'are'} of another hub: set BACKUP_DIR to a folder of this hub's own`,
          ]),
    ].join('\n'),
  };
}
