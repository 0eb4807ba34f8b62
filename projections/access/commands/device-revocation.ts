import { deviceRevoked } from '../../../shared/events/types/device-revoked.ts';
import type { Directory } from '../directory/directory.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';
import { requireDevice } from './require-known.ts';

/** Refuses a device from now on. */
export function deviceRevocation(
  directory: Directory,
  { deviceId, actor }: Wish<{ readonly deviceId: string }>,
): CommandEvent<typeof deviceRevoked> {
  const { memberId } = requireDevice(directory, deviceId);
  return commandEvent(deviceRevoked, { subject: memberId, actor }, { device_id: deviceId });
}
