import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { Member } from '../../../projections/access/model/entities.ts';
import { nameKey } from '../../../shared/domain/text.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { memberOperations } from '../../operations/members/members.ts';
import type { HubConnection } from '../connection/connect.ts';
import { runCommand } from '../run-command.ts';
import { readBackupDir } from '../settings.ts';
import { type ConfirmedInAdvance, confirm, readConfirmation } from '../terminal/confirm.ts';
import { erasedFromBackups } from '../terminal/erased-from-backups.ts';
import type { Output } from '../terminal/output.ts';

export function memberEraseCommand(group: Command): void {
  group
    .command('erase')
    .description('erase a member with their keys and plugins permanently; their accounts get other owners')
    .argument('<name>', 'the name or id of an active or former member')
    .option('--yes', 'do not ask')
    .action((name: string, _: unknown, command: Command) =>
      runCommand(command, (hub) => erase(hub, name, readConfirmation(command))),
    );
}

async function erase(hub: HubConnection, nameOrId: string, decided: ConfirmedInAdvance): Promise<Output> {
  const directory = await readCurrent(hub);
  const id = directory.erased.has(nameOrId) ? nameOrId : findAnyMember(directory, nameOrId).id;
  if (!directory.erased.has(id)) {
    await confirm(
      `This erases ${nameOrId} with their keys and plugins. It cannot be taken back.`,
      nameOrId,
      decided,
    );
  }
  const document = await memberOperations.erase(hub, {
    memberId: id,
    backupDir: readBackupDir(),
    actor: 'cli',
  });
  return {
    document,
    text: `Erased the member. Their keys and plugins no longer work.${erasedFromBackups(document)}`,
  };
}

/**
 * A member by id or name. By name it is the active member, otherwise the only former member with
 * that name.
 */
function findAnyMember({ members }: Directory, nameOrId: string): Member {
  const byId = members.get(nameOrId);
  if (byId !== undefined) return byId;
  const named = [...members.values()].filter(({ name }) => nameKey(name) === nameKey(nameOrId));
  const [found, ...others] = named.some(({ active }) => active)
    ? named.filter(({ active }) => active)
    : named;
  if (found === undefined) {
    const message = `no member has the name or id ${nameOrId}; \`hub member list\` shows them`;
    throw new OperatorError('unknown_member', message);
  }
  if (others.length > 0) {
    const message = `${named.length} former members are named ${nameOrId}; use an id`;
    throw new OperatorError('ambiguous_member', message);
  }
  return found;
}
