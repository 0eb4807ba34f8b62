import { apiKeyRevoked } from '../../../shared/events/types/api-key-revoked.ts';
import type { Directory } from '../directory/directory.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';
import { requireKey } from './require-known.ts';

/** Refuses a key from now on. */
export function keyRevocation(
  directory: Directory,
  { keyId, actor }: Wish<{ readonly keyId: string }>,
): CommandEvent<typeof apiKeyRevoked> {
  const { memberId } = requireKey(directory, keyId);
  return commandEvent(apiKeyRevoked, { subject: memberId ?? 'hub', actor }, { key_id: keyId });
}
