import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { accountNamesProjection } from '../../../projections/account-names/projection.ts';
import { correctXp } from '../../operations/accounts/accept-lower-xp.ts';
import { readAccountNames } from '../../operations/accounts/account-names.ts';
import { type AccountDocument, accountOperations } from '../../operations/accounts/accounts.ts';
import { whileCurrent } from '../../operations/run-while-projecting.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findAccount, findMember } from '../lookup.ts';
import { onHub } from '../run-command.ts';
import { readBackupDir } from '../settings.ts';
import { confirm } from '../terminal/ask.ts';
import { erasedFromBackups } from '../terminal/erased-from-backups.ts';
import { type Output, shortTime, table } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';
import { thousands } from '../terminal/progress-display.ts';
import { accountTwinCommands } from './account-twins.ts';

const [whichArgument, whichText] = ['<account>', 'the id of the account, or its name'];

export function accountCommand(program: Command): void {
  const account = program.command('account').description('accounts that plugins reported');
  account.command('list').description('all accounts, with owner and sharing').action(onHub(list));
  account
    .command('names')
    .description('the names that an account had, with their times; the newest first')
    .argument(whichArgument, whichText)
    .action(onHub(names));
  account
    .command('transfer')
    .description('make another member the owner; sharing stays')
    .argument(whichArgument, whichText)
    .argument('<member>', 'the new owner')
    .action(onHub(transfer));
  account
    .command('block')
    .description('stop a member’s plugins from reporting an account')
    .argument(whichArgument, whichText)
    .argument('<member>', 'the member to block')
    .option('--lift', 'let the member report the account again')
    .action(onHub(block));
  account
    .command('correct-xp')
    .description(
      'accept lower xp at once, without the wait of 24 hours for confirmation; gains never become lower',
    )
    .argument(whichArgument, whichText)
    .action(onHub(correct));
  account
    .command('erase')
    .description('erase an account and all its data permanently; a later report starts from nothing')
    .argument(whichArgument, whichText)
    .option('--yes', 'do not ask for confirmation')
    .action(onHub(erase));
  accountTwinCommands(account);
}

async function list(hub: HubConnection): Promise<Output> {
  const document = await accountOperations.list(hub);
  const empty = 'No accounts yet: they appear with the first report of a paired plugin';
  const text = table(document.accounts, empty, {
    ID: ({ id }) => id,
    NAME: ({ name }) => name,
    OWNER: ({ owner }) => owner,
    CONTRIBUTORS: ({ contributors }) => contributors.join(', ') || null,
    'FIRST SEEN': (account) => shortTime(account.first_seen),
    'NOT SHARED WITH THE GUILD': (account) => restrictions(account) || null,
  });
  return { document, text };
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

async function names(hub: HubConnection, idOrName: string): Promise<Output> {
  const { id } = findAccount(await readCurrent(hub), idOrName);
  const document = await whileCurrent(hub, [accountNamesProjection], () => readAccountNames(hub, id));
  const text = table(document.names, 'No plugin has reported a name of this account yet', {
    NAME: ({ name }) => name,
    FROM: ({ from }) => shortTime(from),
    TO: ({ to }) => shortTime(to),
  });
  return { document, text };
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

async function correct(hub: HubConnection, idOrName: string): Promise<Output> {
  const { id, name } = findAccount(await readCurrent(hub), idOrName);
  const document = await correctXp(hub, { accountId: id, actor: 'cli' });
  const lines = document.corrected.map(
    ({ skill, from, to }) => line`${skill}: ${thousands(from)} became ${thousands(to)}`,
  );
  return { document, text: [line`Corrected the xp of ${name ?? id}.`, ...lines].join('\n') };
}

async function erase(hub: HubConnection, idOrName: string, _: unknown, command: Command): Promise<Output> {
  const { id, name } = await toErase(hub, idOrName, command);
  const input = { accountId: id, backupDir: readBackupDir(), actor: 'cli' } as const;
  const document = await accountOperations.erase(hub, input);
  const erased = name === null ? `Erased ${id}.` : line`Erased ${name} (${id}).`;
  return { document, text: `${erased} A later report starts from nothing.${erasedFromBackups(document)}` };
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
