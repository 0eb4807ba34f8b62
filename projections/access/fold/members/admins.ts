import type { RecordedEventOf } from '../../../../shared/events/event.ts';
import type { adminChanged } from '../../../../shared/events/types/admin-changed.ts';
import { markedAdmin } from '../../tables/members.ts';
import { isGone, needsOfIsGone } from '../is-member-gone.ts';
import { type Need, need } from '../needs.ts';
import type { CommandRule, RuleRows } from '../rule.ts';

/**
 * Whether the member exists is not asked: a rebuild does not know one who was erased later, and the
 * mark has to count until then. A member who has left by now and one who was erased get the same
 * refusal.
 */
export const adminChangedRule: CommandRule<RecordedEventOf<typeof adminChanged>> = {
  needs: ({ data }) => [...needsOfIsGone(data.member_id), ...marksOf(data.member_id)],
  decide: (rows, { data: { member_id: memberId, admin, even_last_admin: even } }) => {
    if (isGone(rows, memberId)) return 'member_left';
    if (!admin && !even && isLastAdmin(rows, memberId)) return 'last_admin';
    rows.put('admins', { memberId, admin });
    return null;
  },
};

/** The tables of `isLastAdmin` and `unmarkAdmin`. */
export function marksOf(memberId: string): readonly Need[] {
  return [need('admins', 'key', memberId), need('admins', 'marked', markedAdmin)];
}

/** A guild that has admins always keeps one (decisions.md, Keys, members, sharing). */
export function isLastAdmin(rows: RuleRows, memberId: string): boolean {
  const [first, ...others] = rows.find('admins', 'marked', markedAdmin);
  return others.length === 0 && first?.memberId === memberId;
}

/** Takes the mark of a member who leaves, if they have it. */
export function unmarkAdmin(rows: RuleRows, memberId: string): void {
  if (rows.get('admins', memberId)?.admin) rows.put('admins', { memberId, admin: false });
}
