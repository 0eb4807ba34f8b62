import type { Presence } from '../../facts/facts.ts';
import { lateAfterMs } from '../device-clock.ts';

/** The newest presence of each plugin, by the plugin's name in the log. */
export type NewestPresences = ReadonlyMap<string, Presence>;

/**
 * Reports may arrive out of order within this time. An older report is late and has no presence.
 */
const reorderedWithinMs = lateAfterMs;

/** Whether another report has already replaced the presence. */
export function isReplaced(newest: NewestPresences, source: string, presence: Presence): boolean {
  for (const [other, known] of newest) {
    const isOld = other === source ? isBefore(presence, known) : isReplacedByOtherPlugin(presence, known);
    if (isOld) return true;
  }
  return false;
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
