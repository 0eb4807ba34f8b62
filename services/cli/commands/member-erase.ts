import { type Command, Option } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { Member } from '../../../projections/access/model/entities.ts';
import { nameKey } from '../../../shared/domain/text.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import {
  type AccountDecision,
  type AccountsOfMember,
  accountDecisions,
  type MemberErasureDocument,
  memberErasure,
} from '../../operations/members/erase-member.ts';
import type { HubConnection } from '../connection/connect.ts';
import { onHub } from '../run-command.ts';
import { readBackupDir } from '../settings.ts';
import { askChoice, confirm } from '../terminal/ask.ts';
import { erasedFromBackups } from '../terminal/erased-from-backups.ts';
import type { Output } from '../terminal/output.ts';
import { printable } from '../terminal/printable.ts';

export function memberEraseCommand(group: Command): void {
  group
    .command('erase')
    .description(
      'erase a member with their keys and plugins permanently; if another member also reports an account, the account passes to that member',
    )
    .argument('<name>', 'the name or id of an active or former member')
    .addOption(
      new Option(
        '--accounts <decision>',
        'keep or erase the accounts that nobody else reports; a kept account has no owner',
      ).choices(accountDecisions),
    )
    .option('--yes', 'do not ask for confirmation')
    .action(onHub(erase));
}

interface Options {
  readonly accounts?: AccountDecision;
}

async function erase(
  hub: HubConnection,
  nameOrId: string,
  options: Options,
  command: Command,
): Promise<Output> {
  const directory = await readCurrent(hub);
  const memberId = directory.erased.has(nameOrId) ? nameOrId : findAnyMember(directory, nameOrId).id;
  const owned = await memberErasure.accountsOf(hub, memberId);
  const accounts = directory.erased.has(memberId)
    ? undefined
    : await decide(owned, nameOrId, options, command);
  const document = await memberErasure.erase(hub, {
    memberId,
    accounts,
    backupDir: readBackupDir(),
    actor: 'cli',
  });
  const lines = ['Erased the member. Their keys and plugins no longer work.', ...accountLines(document)];
  return { document, text: `${lines.join('\n')}${erasedFromBackups(document)}` };
}

async function decide(
  { without_owner: alone, passed_on: passedOn }: AccountsOfMember,
  nameOrId: string,
  { accounts }: Options,
  command: Command,
): Promise<AccountDecision | undefined> {
  const asks = alone.length > 0 && accounts === undefined;
  const chosen =
    asks && process.stdin.isTTY
      ? await askChoice(
          `Only ${nameOrId} reports ${listed(alone)}. Keep these accounts without an owner, or erase them too?`,
          accountDecisions,
        )
      : accounts;
  const kept = chosen === 'keep' ? ` ${listed(alone)}: kept without an owner.` : '';
  const erased = chosen === 'erase' ? ` It erases ${listed(alone)} with their whole history.` : '';
  const passed = passedOn.length === 0 ? '' : ` ${passedOn.map(passedText).join('. ')}.`;
  await confirm(
    `This erases ${nameOrId} with their keys and plugins.${alone.length === 0 ? '' : `${kept}${erased}`}${passed} The erasure cannot be undone.`,
    nameOrId,
    command,
  );
  return chosen;
}

function accountLines({ accounts }: MemberErasureDocument): string[] {
  const { erased, kept, passed_on: passedOn } = accounts;
  return [
    ...(erased.length === 0 ? [] : [`Erased too: ${listed(erased)}.`]),
    ...(kept.length === 0
      ? []
      : [
          `Kept without an owner: ${listed(kept)}. Next: hub account transfer ID MEMBER, or hub account erase ID.`,
        ]),
    ...passedOn.map((account) => `${passedText(account)}.`),
  ];
}

function passedText(account: AccountsOfMember['passed_on'][number]): string {
  return `${nameOf(account)} passes to ${printable(account.owner ?? 'a former member')}`;
}

function listed(accounts: AccountsOfMember['without_owner']): string {
  return accounts.map(nameOf).join(', ');
}

function nameOf({ id, name }: AccountsOfMember['without_owner'][number]): string {
  return name === null ? id : `${printable(name)} (${id})`;
}

/** By name, prefers the active member to a former member. */
function findAnyMember({ members }: Directory, nameOrId: string): Member {
  const byId = members.get(nameOrId);
  if (byId !== undefined) return byId;
  const named = [...members.values()].filter(({ name }) => nameKey(name) === nameKey(nameOrId));
  const [found, ...others] = named.some(({ active }) => active)
    ? named.filter(({ active }) => active)
    : named;
  if (found === undefined) {
    const message = `no member has the name or id ${nameOrId}; \`hub member list\` shows all members`;
    throw new OperatorError('unknown_member', message);
  }
  if (others.length > 0) {
    const message = `${named.length} former members are named ${nameOrId}; use an id`;
    throw new OperatorError('ambiguous_member', message);
  }
  return found;
}
