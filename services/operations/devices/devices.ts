import { decideEarly, readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { asRequested } from '../../../projections/access/commands/command-event.ts';
import { renameDevice, revokeDevice } from '../../../projections/access/commands/devices/change-device.ts';
import { executeCommand } from '../../../projections/access/commands/execute-command.ts';
import { requireDevice } from '../../../projections/access/commands/require-known.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { Device } from '../../../projections/access/model/entities.ts';
import { isoTime, isoTimeOrNull, nameOfMember } from '../iso-time.ts';
import type { OperationHub, Requested } from '../operation-hub.ts';
import { pluginTitle } from './pairing-plugins.ts';

export type DeviceDocument = ReturnType<typeof deviceDocument>;

/** Operations on paired plugins. They throw as `executeCommand`. */
export const deviceOperations = {
  /** In the order of pairing. */
  list: async (hub: OperationHub): Promise<{ devices: DeviceDocument[] }> => {
    const directory = await readCurrent(hub);
    const devices = [...directory.devicesByTokenHash.values()].sort((a, b) => a.pairedAt - b.pairedAt);
    return { devices: devices.map((device) => deviceDocument(directory, device)) };
  },

  /** Renames a device. */
  rename: async (
    hub: OperationHub,
    input: Requested<{ readonly deviceId: string; readonly name: string }>,
  ): Promise<DeviceDocument> => {
    const { deviceId, name, actor, requestId } = input;
    const event = await decideEarly(hub, (known) => renameDevice(known, { deviceId, name, actor }));
    const { directory } = await executeCommand(hub, asRequested(event, requestId));
    return deviceDocument(directory, requireDevice(directory, deviceId));
  },

  revoke: async (
    hub: OperationHub,
    { deviceId, actor, requestId }: Requested<{ readonly deviceId: string }>,
  ) => {
    const event = await decideEarly(hub, (known) => revokeDevice(known, { deviceId, actor }));
    const { directory } = await executeCommand(hub, asRequested(event, requestId));
    return { ...deviceDocument(directory, requireDevice(directory, deviceId)), revoked: true };
  },
} as const;

export function deviceDocument(directory: Directory, device: Device) {
  return {
    id: device.id,
    member: nameOfMember(directory, device.memberId),
    plugin: device.plugin,
    plugin_title: pluginTitle(device.plugin),
    name: device.name,
    paired_at: isoTime(device.pairedAt),
    last_seen_at: isoTimeOrNull(device.lastSeenAt),
    status: statusOf(directory, device),
  };
}

function statusOf({ members }: Directory, device: Device): 'active' | 'revoked' | 'member_left' {
  if (device.revoked) return 'revoked';
  return members.get(device.memberId)?.active === true ? 'active' : 'member_left';
}
