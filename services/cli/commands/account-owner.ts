import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { accountOperations } from '../../operations/accounts/accounts.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findAccount, findMember } from '../lookup.ts';
import { onHub } from '../run-command.ts';
import type { Output } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';

export function accountOwnerCommands(group: Command): void {
  group
    .command('transfer')
    .description('make another member the owner; sharing stays')
    .argument('<account>', 'the id of the account, or its name')
    .argument('<member>', 'the new owner')
    .action(onHub(transfer));
  group
    .command('block')
    .description('stop a member’s plugins from reporting an account')
    .argument('<account>', 'the id of the account, or its name')
    .argument('<member>', 'the member to block')
    .option('--lift', 'let the member report the account again')
    .action(onHub(block));
}

async function transfer(hub: HubConnection, idOrName: string, memberName: string): Promise<Output> {
  const directory = await readCurrent(hub);
  const { id, name } = findAccount(directory, idOrName);
  const { id: memberId } = findMember(directory, memberName);
  const document = await accountOperations.transfer(hub, { accountId: id, memberId, actor: 'cli' });
  return { document, text: line`${document.owner} owns ${name ?? id} now.` };
}

async function block(
  hub: HubConnection,
  idOrName: string,
  memberName: string,
  { lift = false }: { readonly lift?: boolean },
): Promise<Output> {
  const directory = await readCurrent(hub);
  const { id, name } = findAccount(directory, idOrName);
  const { id: memberId } = findMember(directory, memberName);
  const input = { accountId: id, memberId, blocked: !lift, actor: 'cli' } as const;
  const document = await accountOperations.block(hub, input);
  const may = lift ? 'may again' : 'may no longer';
  return { document, text: line`${document.member} ${may} report ${name ?? id}.` };
}
