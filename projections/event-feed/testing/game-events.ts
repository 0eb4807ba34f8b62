import { randomUUID } from 'node:crypto';
import { type NewEvent, newEvent } from '../../../shared/events/event.ts';
import {
  detailsOf,
  type GameEvent,
  gameEventRecorded,
} from '../../../shared/events/types/game-event-recorded.ts';

export function gameEvent(accountId: string, some: Partial<GameEvent> = {}): NewEvent {
  return newEvent(
    gameEventRecorded,
    { subject: accountId, source: 'ha' },
    {
      event_id: randomUUID(),
      type: 'loot',
      occurred_at: 1_789_410_126_800,
      ...detailsOf({}),
      special_world: false,
      data: '{}',
      ...some,
    },
  );
}

/** A game event that the feed parks. */
export function brokenGameEvent(accountId: string): NewEvent {
  return gameEvent(accountId, { data: '{"no json' });
}
