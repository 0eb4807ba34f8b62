import { Argument, type Command } from 'commander';
import { findAccount, findMember, namesOf } from '../../../projections/access/commands/lookup.ts';
import { type Audience, Audience as audiences, type Category } from '../../../shared/domain/category.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { sharingChanged } from '../../../shared/events/sharing-changed.ts';
import { category as categoryArgument, wordList } from '../arguments.ts';
import { change, readCurrent } from '../change.ts';
import type { HubConnection } from '../connect.ts';
import type { Output } from '../output.ts';
import { line } from '../printable.ts';
import { runCommand } from '../run-command.ts';

export function shareCommand(program: Command): void {
  program
    .command('share')
    .description('who may see a category of an account')
    .argument('<account>', 'its id, or its name')
    .argument('<category>', 'what is shared', categoryArgument)
    .addArgument(new Argument('<audience>', 'with whom').choices(audiences.options))
    .option('--with <members>', 'with the audience selected: names, separated by commas', wordList)
    .action(
      (
        account: string,
        category: Category,
        audience: Audience,
        options: { readonly with?: string[] },
        command: Command,
      ) => {
        checkMembers(command, audience, options.with);
        return runCommand(command, (hub) => share(hub, account, { category, audience }, options.with ?? []));
      },
    );
}

function checkMembers(command: Command, audience: Audience, members: readonly string[] | undefined): void {
  if (audience === 'selected' && (members === undefined || members.length === 0)) {
    command.error('error: the audience selected needs --with and the names of members');
  }
  if (audience !== 'selected' && members !== undefined) {
    command.error(`error: --with goes with the audience selected, not with ${audience}`);
  }
}

async function share(
  hub: HubConnection,
  idOrName: string,
  wanted: { readonly category: Category; readonly audience: Audience },
  memberNames: readonly string[],
): Promise<Output> {
  const { category, audience } = wanted;
  const directory = await readCurrent(hub);
  const account = findAccount(directory, idOrName);
  const memberIds = [...new Set(memberNames.map((name) => findMember(directory, name).id))];
  const data = { account_id: account.id, category, audience, with: memberIds };
  await change(hub, newEvent(sharingChanged, { subject: account.id, source: 'cli' }, data));
  const names = namesOf(directory, memberIds);
  const whom = { guild: 'the guild', selected: names.join(', '), private: 'nobody but the owner' }[audience];
  return {
    document: { account: account.id, category, audience, with: names },
    text: line`${account.name ?? account.id} shares ${category} with ${whom}.`,
  };
}
