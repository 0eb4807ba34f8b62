import { Argument, type Command } from 'commander';
import { decommissionOperations } from '../../operations/decommission-switch.ts';
import type { HubConnection } from '../connection/connect.ts';
import { onHub } from '../run-command.ts';
import { type Output, shortTime } from '../terminal/output.ts';

type Switch = 'on' | 'off' | 'status';

export function decommissionCommand(program: Command): void {
  program
    .command('decommission')
    .description(
      'switch decommissioning: while it is on, the hub tells plugins to disconnect permanently; the read API continues',
    )
    .addArgument(
      new Argument('<state>', 'on, off, or status to show the state').choices(['on', 'off', 'status']),
    )
    .action(onHub(decommission));
}

async function decommission(hub: HubConnection, state: Switch): Promise<Output> {
  const document =
    state === 'status'
      ? await decommissionOperations.status(hub)
      : await decommissionOperations.switch(hub, { on: state === 'on', actor: 'cli' });
  const { since } = document;
  const text =
    since === null ? 'Not decommissioned.' : `Decommissioned since ${shortTime(since)}: plugins get 410.`;
  return { document, text };
}
