import type { Command } from 'commander';
import type { FileState } from '../../../shared/backup/folder/file-state.ts';
import { backupOperations } from '../../operations/backups.ts';
import { readOwnSecret } from '../connection/own-secret.ts';
import { printFor } from '../run-command.ts';
import { readBackupDir } from '../settings.ts';
import { type Output, table } from '../terminal/output.ts';
import { thousands } from '../terminal/progress-display.ts';
import { backupNowCommand } from './backup-now.ts';
import { backupRestoreCommand } from './backup-restore.ts';
import { backupVerifyCommand } from './backup-verify.ts';

export function backupCommand(program: Command): void {
  const backup = program
    .command('backup')
    .description('copies of the log, from which a whole hub can be restored');
  backupNowCommand(backup);
  backupVerifyCommand(backup);
  backupRestoreCommand(backup);
  backup
    .command('list')
    .description('the backups in BACKUP_DIR, newest first')
    .action(async (_: unknown, command: Command) => printFor(command, await list(readBackupDir())));
}

const signedText: Readonly<Record<FileState, string>> = {
  authentic: 'yes',
  forged: 'forged',
  another_hub: 'another hub',
  not_checked: 'not checked: HUB_SECRET is not set here',
};

async function list(dir: string): Promise<Output> {
  const document = await backupOperations.list(dir, await readOwnSecret());
  const { backups, unreadable, folder_problem: folderProblem } = document;
  const others = backups.filter((backup) => backup.other_hub === true).length;
  return {
    document,
    text: [
      table(
        ['FILE', 'TAKEN', 'KIND', 'NEW BYTES', 'RECORDS', 'VERIFIED', 'SIGNED'],
        backups.map(({ file, taken_at, kind, bytes, records, verified_at, problem, state }) => [
          file,
          taken_at.slice(0, 19),
          kind,
          thousands(bytes),
          thousands(records),
          problem === null ? (verified_at?.slice(0, 19) ?? null) : 'failed',
          signedText[state],
        ]),
        `No backup in ${dir} yet: hub backup now takes a backup`,
      ),
      ...backups.flatMap(({ file, problem }) => (problem === null ? [] : [`${file}: ${problem}`])),
      ...unreadable.map(({ problem }) => problem),
      ...(backups.some(({ state }) => state === 'forged') ? [forgedText] : []),
      ...(folderProblem === null ? [] : [`${folderProblem.problem}: ${folderProblem.fix}`]),
      ...(others === 0
        ? []
        : [
            `${others} of these backups ${others === 1 ? 'belongs' : 'belong'} to another hub: set BACKUP_DIR to a folder that only this hub uses`,
          ]),
    ].join('\n'),
  };
}

const forgedText =
  'Forged: somebody changed or wrote the backup without HUB_SECRET, so no command uses it. Use another copy of the folder.';
