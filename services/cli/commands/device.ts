import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import type { ListedDevice } from '../../operations/devices/device-contacts.ts';
import { deviceOperations } from '../../operations/devices/devices.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findDevice } from '../lookup.ts';
import { onHub } from '../run-command.ts';
import { type Output, shortTime, table } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';
import { thousands } from '../terminal/progress-display.ts';

export function deviceCommand(program: Command): void {
  const device = program.command('device').description('paired plugins');
  device.command('list').description('all paired plugins').action(onHub(list));
  device
    .command('show')
    .description('one paired plugin, with its messages by kind')
    .argument('<id>', 'the device’s id')
    .action(onHub(show));
  device
    .command('revoke')
    .description('revoke a plugin’s access')
    .argument('<id>', 'the device’s id')
    .action(onHub(revoke));
}

async function list(hub: HubConnection): Promise<Output> {
  const document = await deviceOperations.list(hub);
  const warnings = document.devices.flatMap(({ id, warning }) =>
    warning === null ? [] : [line`${id}: ${warning}`],
  );
  const found = table(document.devices, 'No paired plugins yet: hub pair MEMBER', {
    ID: ({ id }) => id,
    MEMBER: ({ member }) => member,
    PLUGIN: (device) => device.plugin_title,
    VERSION: ({ version }) => version,
    NAME: ({ name }) => name,
    PAIRED: (device) => shortTime(device.paired_at),
    'LAST HEARD': (device) => shortTime(device.last_heard_at),
    'LAST USED': (device) => shortTime(device.last_used_at),
    'LAST REFUSED': (device) => shortTime(device.last_refused_at),
    STATUS: ({ status }) => status,
  });
  return { document, text: [found, ...warnings].join('\n') };
}

async function show(hub: HubConnection, id: string): Promise<Output> {
  const { id: deviceId } = findDevice(await readCurrent(hub), id);
  const document = await deviceOperations.show(hub, deviceId);
  return { document, text: textOf(document) };
}

function textOf(device: ListedDevice): string {
  const { version, last_refused_at: refusedAt } = device;
  const lines = [
    line`${device.plugin_title} ${version ?? 'of an unknown version'}, ${device.name} of ${device.member ?? 'nobody'}: ${device.status}`,
    `Paired ${shortTime(device.paired_at)}, last heard ${shortTime(device.last_heard_at) ?? 'never'}, last used ${shortTime(device.last_used_at) ?? 'never'}.`,
    refusedAt === null
      ? 'Never refused.'
      : line`Last refused ${shortTime(refusedAt)}: ${device.last_refusal}.`,
    ...(device.warning === null ? [] : [line`Warning: ${device.warning}`]),
  ];
  const messages = table(device.messages, 'No kinds of messages are known for this plugin', {
    MESSAGE: ({ title }) => title,
    ARRIVED: ({ count }) => thousands(count),
    LAST: (kind) => shortTime(kind.last_at),
  });
  return [...lines, messages].join('\n');
}

async function revoke(hub: HubConnection, id: string): Promise<Output> {
  const { id: deviceId } = findDevice(await readCurrent(hub), id);
  const document = await deviceOperations.revoke(hub, { deviceId, actor: 'cli' });
  const stays = document.after_revoking === null ? '' : ` ${document.after_revoking}`;
  return { document, text: `Revoked device ${id}.${stays}` };
}
