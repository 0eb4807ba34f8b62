import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { correctXp } from '../../operations/accounts/accept-lower-xp.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findAccount } from '../lookup.ts';
import { onHub } from '../run-command.ts';
import type { Output } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';
import { thousands } from '../terminal/progress-display.ts';

export function accountCorrectXpCommand(group: Command): void {
  group
    .command('correct-xp')
    .description(
      'accept lower xp at once, without the wait of 24 hours for confirmation; gains never become lower',
    )
    .argument('<account>', 'the id of the account, or its name')
    .action(onHub(correct));
}

async function correct(hub: HubConnection, idOrName: string): Promise<Output> {
  const { id, name } = findAccount(await readCurrent(hub), idOrName);
  const document = await correctXp(hub, { accountId: id, actor: 'cli' });
  const lines = document.corrected.map(
    ({ skill, from, to }) => line`${skill}: ${thousands(from)} became ${thousands(to)}`,
  );
  return {
    document,
    text: [line`Corrected the xp of ${name ?? id}.`, ...lines].join('\n'),
  };
}
