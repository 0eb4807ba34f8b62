import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { deviceOperations } from '../../operations/devices/devices.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findDevice } from '../lookup.ts';
import { runCommand } from '../run-command.ts';
import { type Output, shortTime, table } from '../terminal/output.ts';

export function deviceCommand(program: Command): void {
  const device = program.command('device').description('paired plugins');
  device
    .command('list')
    .description('all paired plugins')
    .action((_: unknown, command: Command) => runCommand(command, list));
  device
    .command('revoke')
    .description('revoke a plugin’s access')
    .argument('<id>', 'the device’s id')
    .action((id: string, _: unknown, command: Command) => runCommand(command, (hub) => revoke(hub, id)));
}

async function list(hub: HubConnection): Promise<Output> {
  const document = await deviceOperations.list(hub);
  return {
    document,
    text: table(
      ['ID', 'MEMBER', 'PLUGIN', 'NAME', 'PAIRED', 'LAST SEEN', 'STATUS'],
      document.devices.map((device) => [
        device.id,
        device.member,
        device.plugin,
        device.name,
        shortTime(device.paired_at),
        shortTime(device.last_seen_at),
        device.status,
      ]),
      'No paired plugins yet: hub pair MEMBER',
    ),
  };
}

async function revoke(hub: HubConnection, id: string): Promise<Output> {
  const { id: deviceId } = findDevice(await readCurrent(hub), id);
  const document = await deviceOperations.revoke(hub, { deviceId, actor: 'cli' });
  return { document, text: `Revoked device ${id}.` };
}
