import { deviceTokenMade } from '../../../shared/events/types/device-token-made.ts';
import type { Directory } from '../directory/directory.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';
import type { NewDevice } from './device-pairing.ts';
import { requireActiveMember } from './require-known.ts';

/**
 * Makes a device of an active member whose token is pasted into a plugin. Whether the member has too many is for the fold
 * to say.
 */
export function deviceTokenMaking(
  directory: Directory,
  wish: Wish<
    Omit<NewDevice, 'token'> & {
      readonly memberId: string;
      /** As the log names it. */
      readonly plugin: string;
      readonly name: string;
    }
  >,
): CommandEvent<typeof deviceTokenMade> {
  const { memberId, deviceId, tokenHash, plugin, name, actor } = wish;
  requireActiveMember(directory, memberId);
  return commandEvent(
    deviceTokenMade,
    { subject: memberId, actor },
    { device_id: deviceId, member_id: memberId, token_hash: tokenHash, plugin, name },
  );
}
