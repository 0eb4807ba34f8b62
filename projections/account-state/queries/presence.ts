import { isInGame, locationStaleAfterMs } from '../../../shared/domain/presence.ts';
import type { PartData } from '../../../shared/events/state-parts.ts';

/** Epoch ms. */
export interface CurrentTimes {
  /** The database clock. */
  readonly forStale: number;
  /** The time by which timeouts are judged (`timeoutClock`). */
  readonly forOnline: number;
}

export const never = Number.POSITIVE_INFINITY;

/** `never` for an account that is not in the game. */
export function timesOutAt(presence: PartData<'presence'> | null): number {
  return presence?.in_game === true ? presence.at + presence.timeout_ms : never;
}

/** The first moment at which the location is older than two minutes. */
export function staleFrom(location: PartData<'location'> | null): number {
  return location === null ? never : location.at + locationStaleAfterMs + 1;
}

/** Offline keeps the last world. An in-game state that timed out is null. */
export function presenceAt(presence: PartData<'presence'>, judgedAt: number) {
  const timedOut = judgedAt >= timesOutAt(presence);
  return {
    online: presence.in_game && !timedOut,
    world: presence.world,
    special_world: presence.special_world,
    game_state: timedOut && isInGame(presence.game_state) ? null : presence.game_state,
    last_seen: presence.at,
  };
}
