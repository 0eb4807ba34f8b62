import type { Command } from 'commander';
import { type AccountDocument, accountOperations } from '../../operations/accounts/accounts.ts';
import type { HubConnection } from '../connection/connect.ts';
import { onHub } from '../run-command.ts';
import { type Output, shortTime, table } from '../terminal/output.ts';
import { accountCorrectXpCommand } from './account-correct-xp.ts';
import { accountEraseCommand } from './account-erase.ts';
import { accountNamesCommand } from './account-names.ts';
import { accountOwnerCommands } from './account-owner.ts';
import { accountTwinCommands } from './account-twins.ts';

export function accountCommand(program: Command): void {
  const account = program.command('account').description('accounts that plugins reported');
  account.command('list').description('all accounts, with owner and sharing').action(onHub(list));
  accountNamesCommand(account);
  accountOwnerCommands(account);
  accountCorrectXpCommand(account);
  accountEraseCommand(account);
  accountTwinCommands(account);
}

async function list(hub: HubConnection): Promise<Output> {
  const document = await accountOperations.list(hub);
  return {
    document,
    text: table(
      ['ID', 'NAME', 'OWNER', 'CONTRIBUTORS', 'FIRST SEEN', 'NOT SHARED WITH THE GUILD'],
      document.accounts.map((account) => [
        account.id,
        account.name,
        account.owner,
        account.contributors.join(', ') || null,
        shortTime(account.first_seen),
        restrictions(account) || null,
      ]),
      'No accounts yet: they appear with the first report of a paired plugin',
    ),
  };
}

/** Leaves out the bank, which is private unless its owner shares it. */
function restrictions({ sharing }: AccountDocument): string {
  return Object.entries(sharing)
    .filter(([category, { audience }]) => category !== 'bank' && audience !== 'guild')
    .map(([category, { audience, with: members }]) =>
      audience === 'private' ? `${category} private` : `${category} with ${members.join(' and ')}`,
    )
    .join(', ');
}
