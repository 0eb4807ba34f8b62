import type { Random } from '../random.ts';
import type { PluginEvent, PluginEventType } from './report.ts';

/** The events of one player that the plugin has not sent yet. */
export interface Outbox {
  /**
   * Adds an event. Diary and combat tasks wait for the next message; other events are sent at once.
   */
  add(type: PluginEventType, data: unknown): void;
  /** Adds a level-up; all level-ups of a tick are sent as one event. */
  levelUp(skill: string, level: number): void;
  /** Whether an event must be sent at once. */
  hasUrgentEvent(): boolean;
  /** Empties the outbox. */
  take(): PluginEvent[];
}

const deferred: ReadonlySet<PluginEventType> = new Set(['achievementDiary', 'combatTask']);

/** @param now the time of the player's PC, epoch ms */
export function createOutbox(now: () => number, random: Random): Outbox {
  let events: PluginEvent[] = [];
  let levels: { skill: string; level: number }[] = [];

  const outbox: Outbox = {
    add: (type, data) => events.push({ type, data, eventId: random.uuid(), timestamp: now() }),
    levelUp: (skill, level) => levels.push({ skill, level }),
    hasUrgentEvent: () => levels.length > 0 || events.some((event) => !deferred.has(event.type)),
    take: () => {
      if (levels.length > 0) outbox.add('levelUp', levels);
      const taken = events;
      events = [];
      levels = [];
      return taken;
    },
  };
  return outbox;
}
