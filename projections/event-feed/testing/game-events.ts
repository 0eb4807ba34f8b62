import { randomUUID } from 'node:crypto';
import { type NewEvent, newEvent } from '../../../shared/events/event.ts';
import {
  detailsOf,
  type GameEvent,
  gameEventRecorded,
} from '../../../shared/events/types/game-event-recorded.ts';

/** A game event. Fields that a test does not give have default values. */
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

/** A game event whose data the feed cannot fold, so the record is parked. */
export function brokenGameEvent(accountId: string): NewEvent {
  return gameEvent(accountId, { data: '{"no json' });
}
