import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { findTwins } from '../../../projections/access/model/twin-accounts.ts';
import { historyText } from '../../../shared/domain/account-history.ts';
import { nameKey } from '../../../shared/domain/text.ts';
import { type TwinDocument, twinOperations } from '../../operations/accounts/twins.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findAccount } from '../lookup.ts';
import { onHub } from '../run-command.ts';
import { readBackupDir } from '../settings.ts';
import { confirm } from '../terminal/ask.ts';
import { erasedFromBackups } from '../terminal/erased-from-backups.ts';
import { type Output, shortTime, table } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';

export function accountTwinCommands(group: Command): void {
  group
    .command('twins')
    .description('accounts without a hash that have the name of another account of the same member')
    .action(onHub(list));
  group
    .command('erase-twin')
    .description('erase a twin, which is the account without a hash; the account with the same name stays')
    .argument('<account>', 'the id of the twin, or its name')
    .option('--yes', 'do not ask')
    .action(onHub(eraseTwin));
}

async function list(hub: HubConnection): Promise<Output> {
  const document = await twinOperations.list(hub);
  const found = table(document.twins, 'No twins: no member has two accounts with one name', {
    ID: ({ id }) => id,
    NAME: ({ name }) => name,
    OWNER: ({ owner }) => owner,
    'TWIN OF': ({ twin_of: { id } }) => id,
    'FIRST SEEN': (twin) => shortTime(twin.first_seen),
    'LAST REPORTED': (twin) => shortTime(twin.last_reported_at),
    'AN ERASURE TAKES AWAY': ({ lost }) => historyText(lost),
  });
  const next = document.twins.length === 0 ? '' : '\nhub account erase-twin ID erases a twin.';
  return { document, text: `${found}${next}` };
}

async function eraseTwin(
  hub: HubConnection,
  idOrName: string,
  _: unknown,
  command: Command,
): Promise<Output> {
  const directory = await readCurrent(hub);
  const id = directory.erased.has(idOrName) ? idOrName : twinIdOf(directory, idOrName);
  // An interrupted erasure is completed without asking.
  const twin = directory.erased.has(id) ? null : await twinOperations.inspect(hub, id);
  if (twin !== null) await confirm(warningOf(twin), id, command);
  const input = { accountId: id, backupDir: readBackupDir(), actor: 'cli' } as const;
  const document = await twinOperations.erase(hub, input);
  const erased = twin === null ? `Erased ${id}.` : line`Erased the twin ${twin.name} (${id}).`;
  const kept = twin === null ? '' : ` The account ${twin.twin_of.id} stays as it was.`;
  return { document, text: `${erased}${kept}${erasedFromBackups(document)}` };
}

/** The id of the only twin with this name, otherwise of the account with this id or name. */
function twinIdOf(directory: Directory, idOrName: string): string {
  const wanted = nameKey(idOrName);
  const [pair, ...others] = findTwins(directory.accounts.values()).filter(
    ({ twin }) => twin.nameKey === wanted,
  );
  const isOnly = pair !== undefined && others.length === 0 && !directory.accounts.has(idOrName);
  return isOnly ? pair.twin.id : findAccount(directory, idOrName).id;
}

function warningOf(twin: TwinDocument): string {
  const returns = twin.still_reported
    ? ' A plugin still reports this name, so a new account appears with its next report.'
    : '';
  return `This erases ${twin.name} (${twin.id}), first seen ${shortTime(twin.first_seen)}, with ${historyText(twin.lost)} and all its other data. The account ${twin.twin_of.id} of the same name stays as it is.${returns} The erasure cannot be undone.`;
}
