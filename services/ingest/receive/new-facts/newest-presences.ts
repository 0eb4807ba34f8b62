import type { Presence } from '../../facts/facts.ts';
import { lateAfterMs } from '../device-clock.ts';

export interface NewestPresences {
  /**
   * Remembers a presence. @returns false for a presence that another report has already replaced
   */
  accept(source: string, presence: Presence): boolean;
}

/**
 * Reports may arrive out of order within this time. An older report is late and has no presence.
 */
const reorderedWithinMs = lateAfterMs;

export function createNewestPresences(): NewestPresences {
  const newest = new Map<string, Presence>();
  return {
    accept: (source, presence) => {
      for (const [other, known] of newest) {
        const isReplaced =
          other === source ? isBefore(presence, known) : isReplacedByOtherPlugin(presence, known);
        if (isReplaced) return false;
      }
      newest.set(source, presence);
      return true;
    },
  };
}

function isBefore({ at }: Presence, { at: laterAt }: Presence): boolean {
  return at < laterAt && laterAt - at <= reorderedWithinMs;
}

/**
 * Around a logout, in-game presences of other plugins do not count: they may be older, and some
 * have no time of sending. The plugin that reported the logout also reports the return. A message
 * that the player left always counts.
 */
function isReplacedByOtherPlugin(presence: Presence, other: Presence): boolean {
  if (!presence.in_game) return false;
  return other.in_game ? isBefore(presence, other) : Math.abs(presence.at - other.at) <= reorderedWithinMs;
}
