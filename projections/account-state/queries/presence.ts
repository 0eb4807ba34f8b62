import { isInGame, locationStaleAfterMs } from '../../../shared/domain/presence.ts';
import type { PartData } from '../../../shared/events/state-parts.ts';

/** The two current times that decide fields which change with time alone, epoch ms. */
export interface CurrentTimes {
  /** The database clock decides `stale`. */
  readonly clock: number;
  /** The time by which timeouts are judged decides `online` (`timeoutClock`). */
  readonly presence: number;
}

/** The time of a change that will not come. */
export const never = Number.POSITIVE_INFINITY;

/**
 * The first moment at which the account is timed out; `never` for an account that is not in the
 * game.
 */
export function timesOutAt(presence: PartData<'presence'> | null): number {
  return presence?.in_game === true ? presence.at + presence.timeout_ms : never;
}

/** The first moment at which the location is older than two minutes. */
export function staleFrom(location: PartData<'location'> | null): number {
  return location === null ? never : location.at + locationStaleAfterMs + 1;
}

export interface PresenceFields {
  readonly online: boolean;
  readonly world: number | null;
  readonly special_world: boolean;
  readonly game_state: string | null;
  readonly last_seen: number;
}

/**
 * The served presence: offline keeps the last world, and an in-game state that timed out is null.
 */
export function presenceAt(presence: PartData<'presence'>, judgedAt: number): PresenceFields {
  const timedOut = judgedAt >= timesOutAt(presence);
  return {
    online: presence.in_game && !timedOut,
    world: presence.world,
    special_world: presence.special_world,
    game_state: timedOut && isInGame(presence.game_state) ? null : presence.game_state,
    last_seen: presence.at,
  };
}
