import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import type { Account, Directory } from '../../../projections/access/directory/directory.ts';
import { namedAccounts } from '../../../projections/access/visibility/named-accounts.ts';
import { type Category, categories } from '../../../shared/domain/category.ts';
import type { HubConnection } from '../connect.ts';
import { namesOf } from '../lookup.ts';
import { isoTime, type Output, shortTime, table } from '../output.ts';
import { runCommand } from '../run-command.ts';
import { accountCorrectXpCommand } from './account-correct-xp.ts';
import { accountEraseCommand } from './account-erase.ts';
import { accountOwnerCommands } from './account-owner.ts';

export function accountCommand(program: Command): void {
  const account = program.command('account').description('the accounts that plugins reported');
  account
    .command('list')
    .description('all accounts, with owner and sharing')
    .action((_: unknown, command: Command) => runCommand(command, list));
  accountOwnerCommands(account);
  accountCorrectXpCommand(account);
  accountEraseCommand(account);
}

async function list(hub: HubConnection): Promise<Output> {
  const directory = await readCurrent(hub);
  const unnamed = [...directory.accounts.values()].filter(({ name }) => name === null);
  const accounts = [...namedAccounts(directory.accounts), ...unnamed];
  return {
    document: { accounts: accounts.map((account) => toDocument(directory, account)) },
    text: table(
      ['ID', 'NAME', 'OWNER', 'CONTRIBUTORS', 'FIRST SEEN', 'NOT SHARED WITH THE GUILD'],
      accounts.map((account) => [
        account.id,
        account.name,
        ownerOf(directory, account),
        namesOf(directory, account.contributorIds).join(', ') || null,
        shortTime(account.firstSeen),
        restrictions(directory, account) || null,
      ]),
      'No accounts yet: they appear with the first report of a paired plugin',
    ),
  };
}

function toDocument(directory: Directory, account: Account) {
  return {
    id: account.id,
    name: account.name,
    owner: ownerOf(directory, account),
    contributors: namesOf(directory, account.contributorIds),
    blocked: namesOf(directory, account.blockedIds),
    first_seen: isoTime(account.firstSeen),
    sharing: Object.fromEntries(
      categories.map((category) => {
        const { audience, with: members } = account.sharing[category];
        return [category, { audience, with: namesOf(directory, members) }];
      }),
    ),
  };
}

function ownerOf({ members }: Directory, { ownerId }: Account): string | null {
  return ownerId === null ? null : (members.get(ownerId)?.name ?? null);
}

function restrictions(directory: Directory, account: Account): string {
  return categories
    .filter((category) => account.sharing[category].audience !== 'guild')
    .map((category) => restriction(directory, account, category))
    .join(', ');
}

function restriction(directory: Directory, account: Account, category: Category): string {
  const { audience, with: members } = account.sharing[category];
  return audience === 'private'
    ? `${category} private`
    : `${category} with ${namesOf(directory, members).join(' and ')}`;
}
