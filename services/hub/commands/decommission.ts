import { Argument, type Command } from 'commander';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { decommissionSwitched } from '../../../shared/events/decommission-switched.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { change, readCurrent } from '../change.ts';
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
  if (state === 'status') return shown(await readCurrent(hub));
  const event = newEvent(decommissionSwitched, { subject: 'hub', source: 'cli' }, { on: state === 'on' });
  const { directory } = await change(hub, event);
  return shown(directory);
}

function shown({ decommissionedSince: since }: Directory): Output {
  return {
    document: { decommissioned: since !== null, since: since === null ? null : isoTime(since) },
    text:
      since === null ? 'Not decommissioned.' : `Decommissioned since ${shortTime(since)}: plugins get 410.`,
  };
}
