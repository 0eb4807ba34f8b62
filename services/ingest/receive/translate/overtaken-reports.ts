import type { Facts } from '../../facts/facts.ts';
import type { IncomingReport } from '../incoming-report.ts';

/** A report that was sent before a logout may arrive this long after the logout. */
const overtakenMaxMs = 2_000;

/** A report from before a logout must not open another session (plugin-protocols.md 4). */
export function withoutOvertaken(facts: Facts, { report, playerMemory, now }: IncomingReport): Facts {
  const isOvertaken = report.isPresenceAssumed === true && now - playerMemory.leftAt < overtakenMaxMs;
  return isOvertaken ? { ...facts, presence: null } : facts;
}

/** Whether a report says that the player left the game. */
export function hasLeft({ presence, sessionEnds }: Facts): boolean {
  return sessionEnds.length > 0 || presence?.in_game === false;
}
