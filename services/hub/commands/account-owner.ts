import type { Command } from 'commander';
import { accountBlock } from '../../../projections/access/commands/account-block.ts';
import { accountTransfer } from '../../../projections/access/commands/account-transfer.ts';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { carryOut } from '../../../projections/access/commands/carry-out.ts';
import type { HubConnection } from '../connect.ts';
import { findAccount, findMember } from '../lookup.ts';
import type { Output } from '../output.ts';
import { line } from '../printable.ts';
import { runCommand } from '../run-command.ts';

export function accountOwnerCommands(group: Command): void {
  group
    .command('transfer')
    .description('make another member the owner; sharing stays as it is')
    .argument('<account>', 'its id, or its name')
    .argument('<member>', 'the new owner')
    .action((account: string, member: string, _: unknown, command: Command) =>
      runCommand(command, (hub) => transfer(hub, account, member)),
    );
  group
    .command('block')
    .description('keep a member’s plugins from reporting an account')
    .argument('<account>', 'its id, or its name')
    .argument('<member>', 'who may not report it')
    .option('--lift', 'let them report it again')
    .action(
      (account: string, member: string, { lift = false }: { readonly lift?: boolean }, command: Command) =>
        runCommand(command, (hub) => block(hub, account, member, !lift)),
    );
}

async function transfer(hub: HubConnection, idOrName: string, memberName: string): Promise<Output> {
  const directory = await readCurrent(hub);
  const { id, name } = findAccount(directory, idOrName);
  const member = findMember(directory, memberName);
  const wish = { accountId: id, memberId: member.id, actor: 'cli' } as const;
  await carryOut(hub, accountTransfer(directory, wish));
  return {
    document: { account: id, owner: member.name },
    text: line`${member.name} owns ${name ?? id} now.`,
  };
}

async function block(
  hub: HubConnection,
  idOrName: string,
  memberName: string,
  blocked: boolean,
): Promise<Output> {
  const directory = await readCurrent(hub);
  const { id, name } = findAccount(directory, idOrName);
  const member = findMember(directory, memberName);
  const wish = { accountId: id, memberId: member.id, blocked, actor: 'cli' } as const;
  await carryOut(hub, accountBlock(directory, wish));
  return {
    document: { account: id, member: member.name, blocked },
    text: line`${member.name} ${blocked ? 'may no longer' : 'may again'} report ${name ?? id}.`,
  };
}
