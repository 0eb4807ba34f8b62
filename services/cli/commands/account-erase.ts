import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { accountOperations } from '../../operations/accounts/accounts.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findAccount } from '../lookup.ts';
import { onHub } from '../run-command.ts';
import { readBackupDir } from '../settings.ts';
import { confirm } from '../terminal/ask.ts';
import { erasedFromBackups } from '../terminal/erased-from-backups.ts';
import type { Output } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';

export function accountEraseCommand(group: Command): void {
  group
    .command('erase')
    .description('erase an account and all its data permanently; a later report starts from nothing')
    .argument('<account>', 'the id of the account, or its name')
    .option('--yes', 'do not ask for confirmation')
    .action(onHub(erase));
}

async function erase(hub: HubConnection, idOrName: string, _: unknown, command: Command): Promise<Output> {
  const { id, name } = await toErase(hub, idOrName, command);
  const input = { accountId: id, backupDir: readBackupDir(), actor: 'cli' } as const;
  const document = await accountOperations.erase(hub, input);
  const erased = name === null ? `Erased ${id}.` : line`Erased ${name} (${id}).`;
  return {
    document,
    text: `${erased} A later report starts from nothing.${erasedFromBackups(document)}`,
  };
}

/** An interrupted erasure left no name, so it is completed without asking. */
async function toErase(hub: HubConnection, idOrName: string, command: Command) {
  const directory = await readCurrent(hub);
  if (directory.erased.has(idOrName)) return { id: idOrName, name: null };
  const { id, name } = findAccount(directory, idOrName);
  const account = name === null ? id : `${name} (${id})`;
  await confirm(`This erases ${account} with its whole history. The erasure cannot be undone.`, id, command);
  return { id, name };
}
