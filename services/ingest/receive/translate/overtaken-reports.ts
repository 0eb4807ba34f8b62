import type { Facts } from '../../facts/facts.ts';
import type { IncomingReport } from '../incoming-report.ts';

/** A report from before a logout must not open another session (plugin-protocols.md 2 and 4). */
export function withoutOvertaken(facts: Facts, { report, playerMemory, now }: IncomingReport): Facts {
  const isOvertaken = now - playerMemory.leftAt < (report.canBeOvertakenForMs ?? 0);
  return isOvertaken ? { ...facts, presence: null } : facts;
}

export function hasLeft({ presence, sessionEnds }: Pick<Facts, 'presence' | 'sessionEnds'>): boolean {
  return sessionEnds.length > 0 || presence?.in_game === false;
}
