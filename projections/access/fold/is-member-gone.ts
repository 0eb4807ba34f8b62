import { type Need, need } from './needs.ts';
import type { RuleRows } from './rule.ts';

/** The rows that `isGone` reads. */
export function needsOfIsGone(memberId: string): readonly Need[] {
  return [need('members', 'key', memberId), need('erased', 'key', memberId)];
}

/**
 * Whether the member left or was erased. Both are the same here, because a rebuild cannot open the
 * records of a member who is erased later in the log. False for an unknown member.
 */
export function isGone(rows: RuleRows, memberId: string): boolean {
  return rows.get('members', memberId)?.active === false || rows.get('erased', memberId) !== undefined;
}
