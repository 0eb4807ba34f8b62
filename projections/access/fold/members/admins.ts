import type { adminChanged } from '../../../../shared/events/membership/members.ts';
import { anyValue } from '../../tables/declare-table.ts';
import { isGone, needsOfIsGone } from '../is-member-gone.ts';
import { type Need, need } from '../needs.ts';
import type { CommandRule, RuleRows } from '../rule.ts';

/**
 * Does not check that the member exists. A rebuild does not know a member who is erased later, and
 * the mark has to count until then.
 */
export const adminChangedRule: CommandRule<typeof adminChanged> = {
  needs: ({ data }) => [...needsOfIsGone(data.member_id), ...needsOfAdminMarks(data.member_id)],
  decide: (rows, { data: { member_id: memberId, admin, even_last_admin: even } }) => {
    if (isGone(rows, memberId)) return 'member_left';
    if (!admin && !even && isLastAdmin(rows, memberId)) return 'last_admin';
    rows.put('admins', { memberId, admin });
    return null;
  },
};

/** The rows that `isLastAdmin` and `unmarkAdmin` read. */
export function needsOfAdminMarks(memberId: string): readonly Need[] {
  return [need('admins', 'key', memberId), need('admins', 'marked', anyValue)];
}

/** A guild that has admins always keeps one (rules/members.md#chat-ids-and-admins). */
export function isLastAdmin(rows: RuleRows, memberId: string): boolean {
  const [first, ...others] = rows.find('admins', 'marked', anyValue);
  return others.length === 0 && first?.memberId === memberId;
}

export function unmarkAdmin(rows: RuleRows, memberId: string): void {
  if (rows.get('admins', memberId)?.admin) rows.put('admins', { memberId, admin: false });
}
