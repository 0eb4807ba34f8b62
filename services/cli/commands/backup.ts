import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { FileState } from '../../../shared/backup/folder/file-state.ts';
import type { AuditActor } from '../../../shared/domain/actor.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { readHubSecret } from '../../../shared/settings/hub-secret.ts';
import { backupOperations } from '../../operations/backups.ts';
import type { HubConnection } from '../connection/connect.ts';
import { onHub, printFor, runCommand } from '../run-command.ts';
import { runInterruptible } from '../run-interruptible.ts';
import { readBackupDir, readHubSettings } from '../settings.ts';
import { backupFile } from '../terminal/arguments.ts';
import { type Output, table } from '../terminal/output.ts';
import { printable } from '../terminal/printable.ts';
import { counted, thousands } from '../terminal/progress-display.ts';
import type { VerifiedProjection } from '../verify-backup/compare-with-live.ts';
import { problemOf, runTrialRestore, type TrialRestore } from '../verify-backup/trial-restore.ts';
import { backupRestoreCommand } from './backup-restore.ts';

export function backupCommand(program: Command): void {
  const backup = program
    .command('backup')
    .description('copies of the log, from which a whole hub can be restored');
  backup
    .command('now')
    .description('back up everything new since the last backup into BACKUP_DIR; the hub may run')
    .action(onHub(backUp));
  backup
    .command('verify')
    .description(
      'restore a backup into a temporary database, add everything newer from the log, and compare the tables with the live tables; exit 1 when they differ',
    )
    .argument('<file>', 'a manifest in BACKUP_DIR, as listed by hub backup list, or a path', backupFile)
    .addOption(new Option('--drill', 'for the hub, which verifies at night').hideHelp())
    .action(verify);
  backupRestoreCommand(backup);
  backup
    .command('list')
    .description('the backups in BACKUP_DIR, newest first')
    .action(async (_: unknown, command: Command) => printFor(command, await list(readBackupDir())));
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

async function verify(path: string, { drill }: { readonly drill?: true }, command: Command): Promise<void> {
  let verified: readonly VerifiedProjection[] = [];
  const work = async (hub: HubConnection) => {
    const tried = await tryOut(hub, path, drill ? 'hub' : `cli:${hub.operator}`);
    verified = tried.projections;
    return shown(tried);
  };
  await runCommand(command, work, { runsAtLowPriority: true });
  const problem = problemOf(verified);
  if (problem !== null) throw new OperatorError('not_equal', problem);
}

function tryOut(hub: HubConnection, path: string, by: AuditActor): Promise<TrialRestore> {
  const onResultNotSaved = (problem: string) => process.stderr.write(`hub: ${printable(problem)}\n`);
  return runInterruptible('the verification left no data', ({ signal, display }) =>
    runTrialRestore(hub, { path, by, signal, onProgress: display.show, onResultNotSaved }),
  );
}

function shown(tried: TrialRestore): Output {
  const { file, ok, records, projections } = tried;
  return {
    document: tried,
    text: [
      `${file} with ${counted(records, 'record')} ${ok ? 'restores the tables of the hub' : 'does not restore the tables of the hub'}`,
      ...projections.map(
        ({ name, rows, digest_equal: equal }) =>
          `${name}: ${counted(rows, 'row')}, ${equal ? 'equal' : 'not equal'}`,
      ),
    ].join('\n'),
  };
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
      table(backups, `No backup in ${dir} yet: hub backup now takes a backup`, {
        FILE: ({ file }) => file,
        TAKEN: (backup) => backup.taken_at.slice(0, 19),
        KIND: ({ kind }) => kind,
        'NEW BYTES': ({ bytes }) => thousands(bytes),
        RECORDS: ({ records }) => thousands(records),
        VERIFIED: ({ problem, verified_at: at }) =>
          problem === null ? (at?.slice(0, 19) ?? null) : 'failed',
        SIGNED: ({ state }) => signedText[state],
      }),
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

/** @returns null without a readable secret */
async function readOwnSecret(): Promise<Buffer | null> {
  try {
    const { HUB_SECRET: given, DATA_DIR: dataDir } = readHubSettings();
    // `isSealed` is true, so that this read never creates a secret.
    return await readHubSecret({ dataDir, given, isSealed: async () => true });
  } catch {
    return null;
  }
}
