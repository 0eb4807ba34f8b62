import { type DataOf, newEvent } from '../../../shared/events/event.ts';
import { accountSeen } from '../../../shared/events/types/account-seen.ts';
import { sessionEnded } from '../../../shared/events/types/session-ended.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';

/** The timeout with the default interval of the plugin. */
export const timeoutMs = 186_000;

export function seenAt(
  accountId: string,
  at: number,
  some: Partial<DataOf<typeof accountSeen>> = {},
  recordedAt = at,
): TimedEvent {
  const inGame = some.in_game ?? true;
  const data = {
    at,
    game_state: inGame ? 'LOGGED_IN' : 'LOGIN_SCREEN',
    world: 486,
    special_world: false,
    in_game: inGame,
    timeout_ms: timeoutMs,
    ...some,
  };
  return { ...newEvent(accountSeen, { subject: accountId, source: 'ha' }, data), appendTime: recordedAt };
}

export function endedAt(
  accountId: string,
  at: number,
  reason: DataOf<typeof sessionEnded>['reason'] = 'logout',
  recordedAt = at,
): TimedEvent {
  const event = newEvent(sessionEnded, { subject: accountId, source: 'ha' }, { at, reason });
  return { ...event, appendTime: recordedAt };
}
