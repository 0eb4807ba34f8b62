import { z } from 'zod';
import type { Withdrawn } from '../../../../shared/backup/folder/backup-keys.ts';
import { accountErased, accountTransferred } from '../../../../shared/events/membership/accounts.ts';
import { memberErased } from '../../../../shared/events/membership/members.ts';
import type { Directory } from '../../directory/directory.ts';
import { chatIdHash } from '../../directory/withdrawn-of.ts';
import { setReporterBlocked } from '../accounts/change-account.ts';
import { type CommandEvent, commandEvent } from '../command-event.ts';
import type { AccessCommandEvent } from '../execute-command.ts';
import { changeMember } from '../members/change-member.ts';
import { restoreApiKeyScopes, restoreRevocations, restoreSharing } from './restore-rights.ts';

/**
 * Each step needs the directory after the earlier steps. The steps give no events when the log has
 * all withdrawals.
 */
export function restoreSteps(
  withdrawn: Withdrawn,
  hubSecret: Uint8Array,
): readonly ((directory: Directory) => readonly AccessCommandEvent[])[] {
  return [
    (directory) => restoreErasures(directory, withdrawn.erased),
    (directory) => restoreRevocations(directory, withdrawn),
    (directory) => restoreOwners(directory, withdrawn),
    (directory) => [
      ...restoreBlocks(directory, withdrawn),
      ...restoreApiKeyScopes(directory, withdrawn),
      ...restoreChatIds(directory, withdrawn, hubSecret),
      ...restoreSharing(directory, withdrawn),
    ],
  ];
}

/** Far below the size limit of a record. */
const idsPerEvent = 500;

/**
 * The directory may lack these accounts and members, because their records cannot be opened any
 * more. Their ids must never be used again.
 */
function restoreErasures(
  { erased }: Directory,
  subjects: readonly string[],
): (CommandEvent<typeof accountErased> | CommandEvent<typeof memberErased>)[] {
  const about = { subject: 'hub', actor: 'cli' } as const;
  const missing = subjects.filter((subject) => !erased.has(subject));
  const isMember = (subject: string) => z.guid().safeParse(subject).success;
  const members = missing
    .filter(isMember)
    .map((id) => commandEvent(memberErased, about, { member_id: id, even_last_admin: true }));
  const accounts = missing.filter((subject) => !isMember(subject));
  const events: ReturnType<typeof restoreErasures> = members;
  for (let from = 0; from < accounts.length; from += idsPerEvent) {
    const [first = '', ...ids] = accounts.slice(from, from + idsPerEvent);
    events.push(commandEvent(accountErased, about, { account_id: first, ids }));
  }
  return events;
}

/**
 * Gives accounts to their last owners. If the last owner is not active now, the account gets no
 * owner, because an owner reads everything. Runs after departures and erasures, which pass accounts
 * to contributors who may never have owned them.
 */
function restoreOwners({ accounts, members }: Directory, withdrawn: Withdrawn): AccessCommandEvent[] {
  return withdrawn.accounts.flatMap(({ account: id, owner }) => {
    const account = accounts.get(id);
    if (account === undefined || account.ownerId === owner) return [];
    const known = owner !== null && members.get(owner)?.active === true ? owner : null;
    if (account.ownerId === known) return [];
    const data = { account_id: id, member_id: known };
    return commandEvent(accountTransferred, { subject: id, actor: 'hub' }, data);
  });
}

/** Runs after `restoreOwners`, because an owner cannot be blocked. */
function restoreBlocks(directory: Directory, withdrawn: Withdrawn): AccessCommandEvent[] {
  return withdrawn.accounts.flatMap(({ account: id, blocked }) => {
    const account = directory.accounts.get(id);
    if (account === undefined) return [];
    return blocked
      .filter((memberId) => directory.members.has(memberId) && memberId !== account.ownerId)
      .filter((memberId) => !account.blockedIds.includes(memberId))
      .map((memberId) =>
        setReporterBlocked(directory, { accountId: id, memberId, blocked: true, actor: 'hub' }),
      );
  });
}

/**
 * Removes chat ids that members had lost, because the person with the chat id can sign in as the
 * member. Runs after departures.
 */
function restoreChatIds(
  directory: Directory,
  { chat_ids: chatIds }: Withdrawn,
  hubSecret: Uint8Array,
): AccessCommandEvent[] {
  return chatIds.flatMap(({ member: memberId, hash }) => {
    const member = directory.members.get(memberId);
    if (member === undefined || !member.active || member.chatId === null) return [];
    if (chatIdHash(hubSecret, member) === hash) return [];
    return changeMember(directory, { memberId, chatId: null, actor: 'hub' });
  });
}
