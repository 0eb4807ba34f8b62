import { nameKey } from '../../../../shared/domain/text.ts';
import type { DataOf } from '../../../../shared/events/event.ts';
import type { memberChangeRefused } from '../../../../shared/events/types/member-change-refused.ts';
import type { MemberRow } from '../../tables/members.ts';
import { need } from '../needs.ts';
import type { FactRule } from '../rule.ts';

/**
 * Changes nothing if the fold refused the change. A rebuild grants the change after the erasure of
 * the member who had the name or chat id. Then this event restores the earlier values and the
 * refusal.
 */
export const memberChangeRefusedRule: FactRule<typeof memberChangeRefused> = {
  needs: ({ data }) => [need('verdicts', 'key', data.record_id), need('members', 'key', data.member_id)],
  take: (rows, { data }) => {
    const verdict = rows.get('verdicts', data.record_id);
    if (verdict === undefined || verdict.refusal === data.refusal) return;
    const member = rows.get('members', data.member_id);
    if (verdict.refusal === null && member !== undefined) rows.put('members', asBefore(member, data));
    rows.put('verdicts', { ...verdict, refusal: data.refusal });
  },
};

/** A value that a later change has set stays. */
function asBefore(
  member: MemberRow,
  { asked, kept }: Pick<DataOf<typeof memberChangeRefused>, 'asked' | 'kept'>,
): MemberRow {
  const name = member.name === asked.name ? kept.name : member.name;
  const chatId = member.chatId === asked.chat_id ? kept.chat_id : member.chatId;
  const timeZone = member.timeZone === asked.time_zone ? kept.time_zone : member.timeZone;
  const isAsKept = name === kept.name && chatId === kept.chat_id;
  const changedAt = isAsKept ? kept.changed_at : member.changedAt;
  return { ...member, name, nameKey: nameKey(name), chatId, timeZone, changedAt };
}
