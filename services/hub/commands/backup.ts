import type { Command } from 'commander';
import { type BackupFolder, openBackupFolder } from '../../../shared/backup/backup-folder.ts';
import { type Output, print, table } from '../output.ts';
import { thousands } from '../progress-display.ts';
import { readBackupDir } from '../settings.ts';
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
      const folder = openBackupFolder(readBackupDir());
      print(await list(folder), command.optsWithGlobals().json === true);
    });
}

async function list(folder: BackupFolder): Promise<Output> {
  const { backups, unreadable } = await folder.list();
  const drills = new Map((await folder.readDrills()).map((drill) => [drill.file, drill]));
  const newestFirst = backups.toReversed().map(({ file, manifest }) => ({
    file,
    taken_at: manifest.taken_at,
    kind: manifest.kind,
    bytes: manifest.bytes,
    records: manifest.records,
    verified_at: drills.get(file)?.ok === true ? (drills.get(file)?.at ?? null) : null,
    problem: drills.get(file)?.problem ?? null,
  }));
  const problems = unreadable.map(({ file, error }) => ({ file, problem: error.message }));
  return {
    document: { backups: newestFirst, unreadable: problems },
    text: [
      table(
        ['FILE', 'TAKEN', 'KIND', 'NEW BYTES', 'RECORDS', 'VERIFIED'],
        newestFirst.map(({ file, taken_at, kind, bytes, records, verified_at, problem }) => [
          file,
          taken_at.slice(0, 19),
          kind,
          thousands(bytes),
          thousands(records),
          problem === null ? (verified_at?.slice(0, 19) ?? null) : 'failed',
        ]),
        `No backup in ${folder.path} yet: hub backup now takes one`,
      ),
      ...newestFirst.flatMap(({ file, problem }) => (problem === null ? [] : [`${file}: ${problem}`])),
      ...problems.map(({ problem }) => problem),
    ].join('\n'),
  };
}
