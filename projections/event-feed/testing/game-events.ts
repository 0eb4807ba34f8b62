import { randomUUID } from 'node:crypto';
import { type DataOf, type NewEvent, newEvent } from '../../../shared/events/event.ts';
import { gameEventRecorded } from '../../../shared/events/game-event-recorded.ts';

type GameEvent = DataOf<typeof gameEventRecorded>;

/** A game event with what a test does not care about filled in. */
export function gameEvent(accountId: string, some: Partial<GameEvent> = {}): NewEvent {
  return newEvent(
    gameEventRecorded,
    { subject: accountId, source: 'ha' },
    {
      event_id: randomUUID(),
      type: 'loot',
      occurred_at: 1_789_410_126_800,
      value_gp: null,
      item_id: null,
      npc_id: null,
      skill: null,
      level: null,
      tier: null,
      points: null,
      special_world: false,
      data: '{}',
      ...some,
    },
  );
}
