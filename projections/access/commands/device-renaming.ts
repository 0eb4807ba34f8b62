import { deviceRenamed } from '../../../shared/events/types/device-renamed.ts';
import type { Directory } from '../directory/directory.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';
import { requireDevice } from './require-known.ts';

/** Gives a device another name, by which its member knows it. */
export function deviceRenaming(
  directory: Directory,
  { deviceId, name, actor }: Wish<{ readonly deviceId: string; readonly name: string }>,
): CommandEvent<typeof deviceRenamed> {
  const { memberId } = requireDevice(directory, deviceId);
  return commandEvent(deviceRenamed, { subject: memberId, actor }, { device_id: deviceId, name });
}
