import { createHmac } from 'node:crypto';
import type {
  KeptAccount,
  KeptApiKey,
  KeptChatId,
  NarrowedSharing,
  SharedBank,
  Withdrawn,
} from '../../../shared/backup/folder/backup-keys.ts';
import { categoriesOf, defaultCategories } from '../../../shared/domain/category.ts';
import type { Account, ApiKey, Member } from '../model/entities.ts';
import { sharingOf } from '../model/sharing.ts';
import type { Directory } from './directory.ts';

/** Sorted by id, so that the same rights give the same document. */
export function withdrawnOf(directory: Directory, hubSecret: Uint8Array): Withdrawn {
  const { erased, keysByPrefix, devicesByTokenHash, members, admins, accounts } = directory;
  const byAccount = inOrder(accounts.values());
  return {
    erased: [...erased].sort(),
    revoked_keys: sortedIds(keysByPrefix.values().filter(({ revoked }) => revoked)),
    revoked_devices: sortedIds(devicesByTokenHash.values().filter(({ revoked }) => revoked)),
    left_members: sortedIds(members.values().filter(({ active }) => !active)),
    admins: [...admins].sort(),
    sharing: byAccount.flatMap(narrowedSharing),
    shared_banks: byAccount.flatMap(sharedBank),
    api_keys: inOrder(keysByPrefix.values().filter(({ revoked }) => !revoked)).map(keptKey),
    accounts: byAccount.map(keptAccount),
    chat_ids: inOrder(members.values().filter(({ active }) => active)).map((member) =>
      keptChatId(hubSecret, member),
    ),
  };
}

function sortedIds(rows: Iterable<{ readonly id: string }>): string[] {
  return [...rows].map(({ id }) => id).sort();
}

function inOrder<Row extends { readonly id: string }>(rows: Iterable<Row>): Row[] {
  return [...rows].sort((left, right) => (left.id < right.id ? -1 : 1));
}

function narrowedSharing({ id, sharing }: Account): NarrowedSharing[] {
  return defaultCategories.flatMap((category) => {
    const { audience, with: members } = sharing[category];
    if (audience === 'guild') return [];
    return { account: id, category, audience, with: audience === 'selected' ? [...members].sort() : [] };
  });
}

function sharedBank(account: Account): SharedBank[] {
  const { audience, with: members } = sharingOf(account, 'bank');
  if (audience === 'private') return [];
  return [{ account: account.id, audience, with: audience === 'selected' ? [...members].sort() : [] }];
}

function keptKey({ id, categories: mask, accountIds, expiresAt }: ApiKey): KeptApiKey {
  const accounts = accountIds === null ? null : [...accountIds].sort();
  return { key: id, categories: categoriesOf(mask), accounts, expires_at: expiresAt };
}

function keptAccount({ id, ownerId, blockedIds }: Account): KeptAccount {
  return { account: id, owner: ownerId, blocked: [...blockedIds].sort() };
}

function keptChatId(hubSecret: Uint8Array, member: Member): KeptChatId {
  return { member: member.id, hash: chatIdHash(hubSecret, member) };
}

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
