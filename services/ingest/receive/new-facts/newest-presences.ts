import type { Presence } from '../../facts/facts.ts';
import { lateAfterMs } from '../../facts/report-times.ts';

/** The newest presence of an account that each plugin reported. */
export interface NewestPresences {
  /** False for one that is not to be taken: another report has said what became of it since. */
  take(source: string, presence: Presence): boolean;
}

/**
 * A report that is older states no presence, as it is late: it waited in the plugin, or came after its retries or with a
 * screenshot on a slow line. One that is not may have been overtaken for as long.
 */
const overtakenWithinMs = lateAfterMs;

export function createNewestPresences(): NewestPresences {
  const newest = new Map<string, Presence>();
  return {
    take: (source, presence) => {
      for (const [other, later] of newest) {
        if (other === source ? isBefore(presence, later) : isBetterKnown(presence, later)) return false;
      }
      newest.set(source, presence);
      return true;
    },
  };
}

function isBefore({ at }: Presence, { at: laterAt }: Presence): boolean {
  return at < laterAt && laterAt - at <= overtakenWithinMs;
}

/**
 * Whether another plugin knows better. One that saw the player leave says itself when the player is back, and what the others
 * sent before may come after that: they do not all say when they sent it. For the same reason none of them is asked whether
 * the player left.
 */
function isBetterKnown(presence: Presence, other: Presence): boolean {
  if (!presence.in_game) return false;
  return other.in_game ? isBefore(presence, other) : Math.abs(presence.at - other.at) <= overtakenWithinMs;
}
