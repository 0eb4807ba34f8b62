import type { HubEvent } from '../../../../shared/client/api.ts';
import { startOfDay } from '../common/text/format.ts';

export interface EventGroup {
  /** The newest of the equal events. */
  readonly event: HubEvent;
  readonly ids: readonly string[];
}

export interface EventDay {
  /** The start of the day for the viewer, epoch ms. */
  readonly at: number;
  readonly groups: readonly EventGroup[];
}

/** Longer pauses between equal events begin another group. */
const pauseMaxMs = 3_600_000;

/**
 * Equal events of a day are a group at the place of the newest. Kill counts of a boss are equal.
 * @param events newest first
 */
export function groupEvents(events: readonly HubEvent[]): readonly EventDay[] {
  const byDay = Map.groupBy(events, ({ occurred_at: at }) => startOfDay(Date.parse(at)));
  return [...byDay].map(([at, ofDay]) => ({ at, groups: groupsOf(ofDay) }));
}

function groupsOf(events: readonly HubEvent[]): readonly EventGroup[] {
  const groups: { event: HubEvent; ids: string[]; oldest: number }[] = [];
  const latest = new Map<string, (typeof groups)[number]>();
  for (const event of events) {
    const line = isKillCount(event) ? event.line.replaceAll(/\d/g, '') : event.line;
    const key = JSON.stringify([event.account.id, event.type, line, event.special_world]);
    const at = Date.parse(event.occurred_at);
    const group = latest.get(key);
    if (group !== undefined && group.oldest - at <= pauseMaxMs) {
      group.ids.push(event.id);
      group.oldest = at;
      continue;
    }
    const next = { event, ids: [event.id], oldest: at };
    groups.push(next);
    latest.set(key, next);
  }
  return groups;
}

function isKillCount({ type }: HubEvent): boolean {
  return type.toLowerCase() === 'kill_count';
}
