import { decideOnCopyFirst, readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { withRequestId } from '../../../projections/access/commands/command-event.ts';
import { renameDevice, revokeDevice } from '../../../projections/access/commands/devices/change-device.ts';
import { executeCommand } from '../../../projections/access/commands/execute-command.ts';
import { requireDevice } from '../../../projections/access/commands/require-known.ts';
import type { OperationHub, Requested } from '../operation-hub.ts';
import { describeDevices, type ListedDevice } from './device-contacts.ts';
import { type DeviceDocument, deviceDocument } from './device-document.ts';
import { findPlugin } from './pairing-plugins.ts';

/** The operations throw as `executeCommand`. */
export const deviceOperations = {
  /** In the order of pairing. */
  list: async (hub: OperationHub): Promise<{ devices: ListedDevice[] }> => {
    const directory = await readCurrent(hub);
    const devices = [...directory.devicesByTokenHash.values()].sort((a, b) => a.pairedAt - b.pairedAt);
    return { devices: await describeDevices(hub, directory, devices) };
  },

  /** @throws CommandRefused for an unknown device */
  show: async (hub: OperationHub, deviceId: string): Promise<ListedDevice> => {
    const directory = await readCurrent(hub);
    const [device] = await describeDevices(hub, directory, [requireDevice(directory, deviceId)]);
    if (device === undefined) throw new Error('a known device is not described');
    return device;
  },

  rename: async (
    hub: OperationHub,
    input: Requested<{ readonly deviceId: string; readonly name: string }>,
  ): Promise<DeviceDocument> => {
    const { deviceId, name, actor, requestId } = input;
    const event = await decideOnCopyFirst(hub, (known) => renameDevice(known, { deviceId, name, actor }));
    const { directory } = await executeCommand(hub, withRequestId(event, requestId));
    return deviceDocument(directory, requireDevice(directory, deviceId));
  },

  revoke: async (
    hub: OperationHub,
    { deviceId, actor, requestId }: Requested<{ readonly deviceId: string }>,
  ) => {
    const event = await decideOnCopyFirst(hub, (known) => revokeDevice(known, { deviceId, actor }));
    const { directory } = await executeCommand(hub, withRequestId(event, requestId));
    const device = deviceDocument(directory, requireDevice(directory, deviceId));
    return { ...device, revoked: true, after_revoking: findPlugin(device.plugin)?.afterRevoking ?? null };
  },
} as const;
