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

/** An event of most types that are no drops. */
export const otherEvents: readonly Partial<GameEvent>[] = [
  { type: 'death', value_gp: 1_000 },
  { type: 'level_up', skill: 'Attack', level: 50 },
  { type: 'superior_spawn', npc_id: 7_388 },
  { type: 'achievement_diary', tier: 'elite' },
  { type: 'combat_task', tier: 'easy', points: 1 },
  ...['PET', 'SLAYER', 'SPEEDRUN', 'PLAYER_KILL'].map((type) => ({ type })),
];

/** A game event that the feed parks. */
export function brokenGameEvent(accountId: string): NewEvent {
  return gameEvent(accountId, { data: '{"no json' });
}
