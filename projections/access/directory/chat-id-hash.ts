import { createHmac } from 'node:crypto';
import type { Member } from '../model/entities.ts';

/**
 * The stored form of a chat id in the keys next to the backups, base64; null for a member without a
 * chat id. Keyed with the hub's secret, because somebody could try all chat ids. The hash includes
 * the member id, so that equal chat ids have different hashes.
 */
export function chatIdHash(
  hubSecret: Uint8Array,
  { id, chatId }: Pick<Member, 'id' | 'chatId'>,
): string | null {
  if (chatId === null) return null;
  return createHmac('sha256', hubSecret).update(`chat-id ${id} ${chatId}`).digest('base64');
}
