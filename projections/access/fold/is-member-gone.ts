import { type Need, need } from './needs.ts';
import type { RuleRows } from './rule.ts';

export function needsOfIsGone(memberId: string): readonly Need[] {
  return [need('members', 'key', memberId), need('erased', 'key', memberId)];
}

/**
 * A member who left and an erased member count the same, because a rebuild cannot open the records
 * of an erased member. False for an unknown member.
 */
export function isGone(rows: RuleRows, memberId: string): boolean {
  return rows.get('members', memberId)?.active === false || rows.get('erased', memberId) !== undefined;
}
