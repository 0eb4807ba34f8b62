import { createHmac } from 'node:crypto';
import type { Member } from '../model/entities.ts';

/**
 * What the keys beside the backups hold of a chat id, base64; null for a member without one. Keyed with the hub's secret,
 * because ids of a chat are few enough to be tried; of each member it is another, so that it links nobody.
 */
export function chatIdHash(
  hubSecret: Uint8Array,
  { id, chatId }: Pick<Member, 'id' | 'chatId'>,
): string | null {
  if (chatId === null) return null;
  return createHmac('sha256', hubSecret).update(`chat-id ${id} ${chatId}`).digest('base64');
}
