import { deviceRenamed, deviceRevoked } from '../../../../shared/events/membership/devices.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, type CommandInput, commandEvent } from '../command-event.ts';
import { requireDevice } from '../require-known.ts';

export function renameDevice(
  directory: Directory,
  { deviceId, name, actor }: CommandInput<{ readonly deviceId: string; readonly name: string }>,
): CommandEvent<typeof deviceRenamed> {
  const { memberId } = requireDevice(directory, deviceId);
  return commandEvent(deviceRenamed, { subject: memberId, actor }, { device_id: deviceId, name });
}

export function revokeDevice(
  directory: Directory,
  { deviceId, actor }: CommandInput<{ readonly deviceId: string }>,
): CommandEvent<typeof deviceRevoked> {
  const { memberId } = requireDevice(directory, deviceId);
  return commandEvent(deviceRevoked, { subject: memberId, actor }, { device_id: deviceId });
}
