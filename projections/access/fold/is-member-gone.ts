import { type Need, need } from './needs.ts';
import type { RuleRows } from './rule.ts';

/** What `isGone` reads. */
export function needsOfIsGone(memberId: string): readonly Need[] {
  return [need('members', 'key', memberId), need('erased', 'key', memberId)];
}

/**
 * Whether the member left or was erased. Who asks treats both alike: a rebuild cannot open the records of a member who is
 * erased later in the log, and takes one who left for erased. Of one of whom nothing is known it is neither yet.
 */
export function isGone(rows: RuleRows, memberId: string): boolean {
  return rows.get('members', memberId)?.active === false || rows.get('erased', memberId) !== undefined;
}
