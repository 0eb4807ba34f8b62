import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { carryOut } from '../../../projections/access/commands/carry-out.ts';
import { deviceRevocation } from '../../../projections/access/commands/device-revocation.ts';
import type { Device, Directory } from '../../../projections/access/directory/directory.ts';
import type { HubConnection } from '../connect.ts';
import { findDevice } from '../lookup.ts';
import { isoTime, type Output, shortTime, table } from '../output.ts';
import { runCommand } from '../run-command.ts';

export function deviceCommand(program: Command): void {
  const device = program.command('device').description('paired plugins');
  device
    .command('list')
    .description('all paired plugins')
    .action((_: unknown, command: Command) => runCommand(command, list));
  device
    .command('revoke')
    .description('refuse a plugin from now on')
    .argument('<id>', 'the device’s id')
    .action((id: string, _: unknown, command: Command) => runCommand(command, (hub) => revoke(hub, id)));
}

async function list(hub: HubConnection): Promise<Output> {
  const directory = await readCurrent(hub);
  const devices = [...directory.devicesByTokenHash.values()].sort((a, b) => a.pairedAt - b.pairedAt);
  return {
    document: { devices: devices.map((device) => toDocument(directory, device)) },
    text: table(
      ['ID', 'MEMBER', 'PLUGIN', 'NAME', 'PAIRED', 'LAST SEEN', 'STATUS'],
      devices.map((device) => [
        device.id,
        memberOf(directory, device),
        device.plugin,
        device.name,
        shortTime(device.pairedAt),
        shortTime(device.lastSeenAt),
        statusOf(directory, device),
      ]),
      'No paired plugins yet: hub pair MEMBER',
    ),
  };
}

async function revoke(hub: HubConnection, id: string): Promise<Output> {
  const before = await readCurrent(hub);
  const { id: deviceId } = findDevice(before, id);
  const { directory } = await carryOut(hub, deviceRevocation(before, { deviceId, actor: 'cli' }));
  return {
    document: { ...toDocument(directory, findDevice(directory, id)), revoked: true },
    text: `Revoked device ${id}.`,
  };
}

function toDocument(directory: Directory, device: Device) {
  return {
    id: device.id,
    member: memberOf(directory, device),
    plugin: device.plugin,
    name: device.name,
    paired_at: isoTime(device.pairedAt),
    last_seen_at: device.lastSeenAt === null ? null : isoTime(device.lastSeenAt),
    status: statusOf(directory, device),
  };
}

function memberOf({ members }: Directory, { memberId }: Device): string | null {
  return members.get(memberId)?.name ?? null;
}

function statusOf({ members }: Directory, device: Device): 'active' | 'revoked' | 'member_left' {
  if (device.revoked) return 'revoked';
  return members.get(device.memberId)?.active === true ? 'active' : 'member_left';
}
