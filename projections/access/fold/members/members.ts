import { nameKey } from '../../../../shared/domain/text.ts';
import type { memberAdded, memberChanged, memberLeft } from '../../../../shared/events/membership/members.ts';
import type { Refusal } from '../../model/refusal.ts';
import type { MemberRow } from '../../tables/members.ts';
import { needsOfPassOnAccounts, passOnAccounts } from '../accounts/accounts.ts';
import { type Need, need } from '../needs.ts';
import type { CommandRule, RuleRows } from '../rule.ts';
import { isLastAdmin, needsOfAdminMarks, unmarkAdmin } from './admins.ts';

export const memberAddedRule: CommandRule<typeof memberAdded> = {
  needs: ({ data }) => [need('members', 'activeName', nameKey(data.name)), ...ownersOfChatId(data)],
  decide: (rows, { data, recordTime }) => {
    if (isNameTaken(rows, data.name, data.member_id)) return 'name_taken';
    if (isChatIdTaken(rows, data)) return 'chat_id_taken';
    rows.put('members', {
      id: data.member_id,
      name: data.name,
      nameKey: nameKey(data.name),
      chatId: data.chat_id,
      timeZone: data.time_zone,
      defaultSharing: null,
      active: true,
      changedAt: recordTime,
    });
    return null;
  },
};

export const memberChangedRule: CommandRule<typeof memberChanged> = {
  needs: ({ data }) => [
    need('members', 'key', data.member_id),
    ...(data.name === undefined ? [] : [need('members', 'activeName', nameKey(data.name))]),
    ...ownersOfChatId(data),
  ],
  decide: (rows, { data, recordTime }) => {
    const member = activeMember(rows, data.member_id);
    if (typeof member === 'string') return member;
    if (data.name !== undefined && isNameTaken(rows, data.name, member.id)) return 'name_taken';
    if (isChatIdTaken(rows, data)) return 'chat_id_taken';
    const name = data.name ?? member.name;
    const chatId = data.chat_id === undefined ? member.chatId : data.chat_id;
    // Nobody else sees the time zone and the default sharing.
    const visible = name !== member.name || chatId !== member.chatId;
    rows.put('members', {
      ...member,
      name,
      nameKey: nameKey(name),
      chatId,
      timeZone: data.time_zone ?? member.timeZone,
      defaultSharing: data.default_sharing ?? member.defaultSharing,
      changedAt: visible ? recordTime : member.changedAt,
    });
    return null;
  },
};

/** Does not revoke keys and devices: they are refused because their member is not active. */
export const memberLeftRule: CommandRule<typeof memberLeft> = {
  needs: ({ data }) => [
    need('members', 'key', data.member_id),
    ...needsOfPassOnAccounts(data.member_id),
    ...needsOfAdminMarks(data.member_id),
  ],
  decide: (rows, { data: { member_id, even_last_admin: even }, recordTime }) => {
    const member = rows.get('members', member_id);
    if (member?.active === false) return null;
    if (!even && isLastAdmin(rows, member_id)) return 'last_admin';
    if (member !== undefined) rows.put('members', { ...member, active: false, changedAt: recordTime });
    // Without a row, the member is erased later in the log, and counts as erased from here on.
    else rows.put('erased', { subject: member_id, at: recordTime });
    unmarkAdmin(rows, member_id);
    passOnAccounts(rows, member_id, recordTime);
    return null;
  },
};

/** The rule has to declare the row of the member. */
export function activeMember(rows: RuleRows, memberId: string): MemberRow | Refusal {
  const member = rows.get('members', memberId);
  if (member === undefined) return 'unknown_member';
  return member.active ? member : 'member_left';
}

function isNameTaken(rows: RuleRows, name: string, exceptMemberId: string): boolean {
  return rows.find('members', 'activeName', nameKey(name)).some(({ id }) => id !== exceptMemberId);
}

interface NamedChatId {
  readonly member_id: string;
  readonly chat_id?: string | null | undefined;
  readonly chat_id_checked?: true | undefined;
}

function ownersOfChatId({ chat_id: chatId, chat_id_checked: checked }: NamedChatId): readonly Need[] {
  return checked && chatId != null ? [need('members', 'activeChatId', chatId)] : [];
}

function isChatIdTaken(rows: RuleRows, { member_id, chat_id, chat_id_checked }: NamedChatId): boolean {
  if (!chat_id_checked || chat_id == null) return false;
  return rows.find('members', 'activeChatId', chat_id).some(({ id }) => id !== member_id);
}
