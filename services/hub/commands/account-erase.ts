import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { accountOperations } from '../../operations/accounts.ts';
import { confirm, type Decided, decidedBy } from '../confirm.ts';
import type { HubConnection } from '../connect.ts';
import { erasedFromBackups } from '../erased-from-backups.ts';
import { findAccount } from '../lookup.ts';
import type { Output } from '../output.ts';
import { runCommand } from '../run-command.ts';
import { readBackupDir } from '../settings.ts';

export function accountEraseCommand(group: Command): void {
  group
    .command('erase')
    .description('erase an account and all that it left, for good; a later report starts from nothing')
    .argument('<id>', 'the account’s id')
    .option('--yes', 'do not ask')
    .action((id: string, _: unknown, command: Command) =>
      runCommand(command, (hub) => erase(hub, id, decidedBy(command))),
    );
}

async function erase(hub: HubConnection, id: string, decided: Decided): Promise<Output> {
  const directory = await readCurrent(hub);
  if (!directory.erased.has(id)) {
    const account = findAccount(directory, id, 'id');
    const name = account.name ?? account.id;
    await confirm(
      `This erases ${name} with its whole history. It cannot be taken back.`,
      account.id,
      decided,
    );
  }
  const wish = { accountId: id, backupDir: readBackupDir(), actor: 'cli' } as const;
  const document = await accountOperations.erase(hub, wish);
  return {
    document,
    text: `Erased ${id}. A later report of it starts from nothing.${erasedFromBackups(document)}`,
  };
}
