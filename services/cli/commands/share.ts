import { Argument, type Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import {
  type Audience,
  Audience as audiences,
  type Category,
  categories,
} from '../../../shared/domain/category.ts';
import { shareCategories } from '../../operations/accounts/share-categories.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findAccount, findMembers } from '../lookup.ts';
import { runCommand } from '../run-command.ts';
import { category, wordList } from '../terminal/arguments.ts';
import type { Output } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';

export function shareCommand(program: Command): void {
  program
    .command('share')
    .description('set who may see a category of an account')
    .argument('<account>', 'the id of the account, or its name')
    .argument('<category>', `the category to share: ${categories.join(', ')}`, category)
    .addArgument(
      new Argument('<audience>', 'the audience that may see the category').choices(audiences.options),
    )
    .option('--with <members>', "names or ids of members, separated by commas, for the audience 'selected'")
    .action(
      (
        account: string,
        category: Category,
        audience: Audience,
        options: { readonly with?: string },
        command: Command,
      ) => {
        checkMembers(command, audience, options.with);
        return runCommand(command, (hub) => share(hub, account, { category, audience }, options.with ?? ''));
      },
    );
}

function checkMembers(command: Command, audience: Audience, members: string | undefined): void {
  if (audience === 'selected' && wordList(members ?? '').length === 0) {
    command.error("error: the audience 'selected' needs --with and the names of members");
  }
  if (audience !== 'selected' && members !== undefined) {
    command.error(`error: --with is only for the audience 'selected', not for '${audience}'`);
  }
}

async function share(
  hub: HubConnection,
  idOrName: string,
  wanted: { readonly category: Category; readonly audience: Audience },
  members: string,
): Promise<Output> {
  const { category, audience } = wanted;
  const directory = await readCurrent(hub);
  const account = findAccount(directory, idOrName);
  const memberIds = [...new Set(findMembers(directory, members).map(({ id }) => id))];
  const { with: names } = await shareCategories(hub, {
    accountIds: [account.id],
    categories: [category],
    audience,
    memberIds,
    actor: 'cli',
  });
  const whom = { guild: 'the guild', selected: names.join(', '), private: 'only the owner' }[audience];
  return {
    document: { account: account.id, category, audience, with: names },
    text: line`${account.name ?? account.id} shares ${category} with ${whom}.`,
  };
}
