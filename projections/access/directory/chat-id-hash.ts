import { createHmac } from 'node:crypto';
import type { Member } from '../model/entities.ts';

/**
 * Base64; null without a chat id. Keyed with the hub secret, because a plain hash of a chat id is
 * easy to reverse. Includes the member id, so that equal chat ids get different hashes.
 */
export function chatIdHash(
  hubSecret: Uint8Array,
  { id, chatId }: Pick<Member, 'id' | 'chatId'>,
): string | null {
  if (chatId === null) return null;
  return createHmac('sha256', hubSecret).update(`chat-id ${id} ${chatId}`).digest('base64');
}
