import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { accountNamesProjection } from '../../../projections/account-names/projection.ts';
import { readAccountNames } from '../../operations/accounts/account-names.ts';
import { whileCurrent } from '../../operations/run-while-projecting.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findAccount } from '../lookup.ts';
import { onHub } from '../run-command.ts';
import { type Output, shortTime, table } from '../terminal/output.ts';

export function accountNamesCommand(group: Command): void {
  group
    .command('names')
    .description('the names that an account had, with their times; the newest first')
    .argument('<account>', 'the id of the account, or its name')
    .action(onHub(names));
}

async function names(hub: HubConnection, idOrName: string): Promise<Output> {
  const { id } = findAccount(await readCurrent(hub), idOrName);
  const document = await whileCurrent(hub, [accountNamesProjection], () => readAccountNames(hub, id));
  return {
    document,
    text: table(
      ['NAME', 'FROM', 'TO'],
      document.names.map(({ name, from, to }) => [name, shortTime(from), shortTime(to)]),
      'No plugin has reported a name of this account yet',
    ),
  };
}
