import { nameKey } from '../../../shared/domain/text.ts';
import type { RecordedEventOf } from '../../../shared/events/event.ts';
import type { memberAdded } from '../../../shared/events/member-added.ts';
import type { memberChanged } from '../../../shared/events/member-changed.ts';
import type { memberLeft } from '../../../shared/events/member-left.ts';
import { passAccountsOn } from './accounts.ts';
import type { Refusal } from './refusal.ts';
import { type AccessTables, endSubject, type MemberRow, put } from './tables.ts';

export function addMember(
  tables: AccessTables,
  event: RecordedEventOf<typeof memberAdded>,
): AccessTables | Refusal {
  const { member_id, name, chat_id, time_zone } = event.data;
  if (isNameTaken(tables, name, member_id)) return 'name_taken';
  return put(tables, event, 'members', member_id, {
    id: member_id,
    name,
    chatId: chat_id,
    timeZone: time_zone,
    active: true,
    changedAt: event.recordTime,
  });
}

export function changeMember(
  tables: AccessTables,
  event: RecordedEventOf<typeof memberChanged>,
): AccessTables | Refusal {
  const member = activeMember(tables, event.data.member_id);
  if (typeof member === 'string') return member;
  const name = event.data.name ?? member.name;
  if (isNameTaken(tables, name, member.id)) return 'name_taken';
  const chatId = event.data.chat_id === undefined ? member.chatId : event.data.chat_id;
  // The zone shows in nobody else's answers.
  const visible = name !== member.name || chatId !== member.chatId;
  return put(tables, event, 'members', member.id, {
    ...member,
    name,
    chatId,
    timeZone: event.data.time_zone ?? member.timeZone,
    changedAt: visible ? event.recordTime : member.changedAt,
  });
}

/** Keys and devices of the member are refused from here on because the member is no longer active. */
export function removeMember(tables: AccessTables, event: RecordedEventOf<typeof memberLeft>): AccessTables {
  const { member_id } = event.data;
  const member = tables.members.get(member_id);
  // What made them a member can no longer be opened: from here on they are gone, as they were then.
  if (member === undefined) return passAccountsOn(endSubject(tables, event, member_id), event, member_id);
  if (!member.active) return tables;
  const left = put(tables, event, 'members', member.id, {
    ...member,
    active: false,
    changedAt: event.recordTime,
  });
  return passAccountsOn(left, event, member.id);
}

/** The member, or why a command about them is refused. */
export function activeMember(tables: AccessTables, memberId: string): MemberRow | Refusal {
  const member = tables.members.get(memberId);
  if (member === undefined) return 'unknown_member';
  return member.active ? member : 'member_left';
}

function isNameTaken(tables: AccessTables, name: string, exceptMemberId: string): boolean {
  const wanted = nameKey(name);
  for (const member of tables.members.values()) {
    if (member.active && member.id !== exceptMemberId && nameKey(member.name) === wanted) return true;
  }
  return false;
}
