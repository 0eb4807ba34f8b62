import { type Command, Option } from 'commander';
import type { AuditActor } from '../../../shared/domain/actor.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import type { HubConnection } from '../connection/connect.ts';
import { runCommand } from '../run-command.ts';
import { runInterruptible } from '../run-interruptible.ts';
import { backupFile } from '../terminal/arguments.ts';
import type { Output } from '../terminal/output.ts';
import { printable } from '../terminal/printable.ts';
import { counted } from '../terminal/progress-display.ts';
import type { VerifiedProjection } from '../verify-backup/compare-with-live.ts';
import { problemOf, runTrialRestore, type TrialRestore } from '../verify-backup/trial-restore.ts';

export function backupVerifyCommand(group: Command): void {
  group
    .command('verify')
    .description(
      'restore a backup into a temporary database, add everything newer from the log, and compare the tables with the live tables; exit 1 when they differ',
    )
    .argument('<file>', 'a manifest in BACKUP_DIR, as listed by hub backup list, or a path', backupFile)
    .addOption(new Option('--drill', 'for the hub, which verifies at night').hideHelp())
    .action(async (path: string, { drill }: { readonly drill?: true }, command: Command) => {
      let verified: readonly VerifiedProjection[] = [];
      const work = async (hub: HubConnection) => {
        const tried = await verify(hub, path, drill ? 'hub' : `cli:${hub.operator}`);
        verified = tried.projections;
        return shown(tried);
      };
      await runCommand(command, work, { runsAtLowPriority: true });
      const problem = problemOf(verified);
      if (problem !== null) throw new OperatorError('not_equal', problem);
    });
}

function verify(hub: HubConnection, path: string, by: AuditActor): Promise<TrialRestore> {
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
