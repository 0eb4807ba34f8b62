import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { carryOutAccountErasure } from '../../../projections/access/commands/carry-out-account-erasure.ts';
import { carryOutErasure } from '../carry-out-erasure.ts';
import { closedBackupsLine } from '../close-backups.ts';
import { confirm, type Decided, decidedBy } from '../confirm.ts';
import type { HubConnection } from '../connect.ts';
import { findAccount } from '../lookup.ts';
import type { Output } from '../output.ts';
import { runCommand } from '../run-command.ts';

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
  const before = await readCurrent(hub);
  // An earlier run ended half-way: everything that is left of any erasure is done now.
  if (before.erased.has(id)) await carryOutErasure(hub, [...before.erased]);
  else {
    const account = findAccount(before, id, 'id');
    const name = account.name ?? account.id;
    await confirm(
      `This erases ${name} with its whole history. It cannot be taken back.`,
      account.id,
      decided,
    );
    const wish = { accountId: account.id, actor: 'cli' } as const;
    await carryOutErasure(hub, await carryOutAccountErasure(hub, before, wish));
  }
  return {
    document: { id, erased: true },
    text: `Erased ${id}. A later report of it starts from nothing.${await closedBackupsLine(hub, [id])}`,
  };
}
