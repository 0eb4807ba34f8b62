import { Argument, type Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { carryOut } from '../../../projections/access/commands/carry-out.ts';
import { decommissionSwitch } from '../../../projections/access/commands/decommission-switch.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { HubConnection } from '../connect.ts';
import { isoTime, type Output, shortTime } from '../output.ts';
import { runCommand } from '../run-command.ts';

type Switch = 'on' | 'off' | 'status';

export function decommissionCommand(program: Command): void {
  program
    .command('decommission')
    .description('while on, plugins are told to disconnect for good; the read API goes on')
    .addArgument(new Argument('<state>', 'what to do').choices(['on', 'off', 'status']))
    .action((state: Switch, _: unknown, command: Command) =>
      runCommand(command, (hub) => decommission(hub, state)),
    );
}

async function decommission(hub: HubConnection, state: Switch): Promise<Output> {
  const before = await readCurrent(hub);
  if (state === 'status') return shown(before);
  const event = decommissionSwitch(before, { on: state === 'on', actor: 'cli' });
  const { directory } = await carryOut(hub, event);
  return shown(directory);
}

function shown({ decommissionedSince: since }: Directory): Output {
  return {
    document: { decommissioned: since !== null, since: since === null ? null : isoTime(since) },
    text:
      since === null ? 'Not decommissioned.' : `Decommissioned since ${shortTime(since)}: plugins get 410.`,
  };
}
