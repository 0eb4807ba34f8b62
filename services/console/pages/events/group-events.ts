import type { HubEvent } from '../../../../shared/client/api.ts';
import { joinEntries } from '../common/events/join-entries.ts';
import { listedItemsOf, typesOfDrops } from '../common/events/listed-items.ts';
import { startOfDay } from '../common/text/format.ts';

export interface EventGroup {
  /** The newest of the equal events. */
  readonly event: HubEvent;
  /** With the entries in the collection log. */
  readonly ids: readonly string[];
  /** How many equal events these are. */
  readonly count: number;
  readonly hasEntry: boolean;
}

export interface EventDay {
  /** The start of the day for the viewer, epoch ms. */
  readonly at: number;
  readonly groups: readonly EventGroup[];
  /** The worth of the drops, in gp. Special worlds have other prices. */
  readonly worth: number;
}

/** Longer pauses between equal events begin another group. */
const pauseMaxMs = 3_600_000;

/** Equal events are a group, of whatever day. @param events newest first */
export function groupEqualEvents(events: readonly HubEvent[]): readonly EventGroup[] {
  return groupsOf(events, Number.POSITIVE_INFINITY);
}

/**
 * Equal events of a day are a group at the place of the newest. Kill counts of a boss are equal.
 * @param events newest first
 */
export function groupEvents(events: readonly HubEvent[]): readonly EventDay[] {
  const byDay = Map.groupBy(events, ({ occurred_at: at }) => startOfDay(Date.parse(at)));
  return [...byDay].map(([at, ofDay]) => ({ at, groups: groupsOf(ofDay), worth: worthOfDrops(ofDay) }));
}

function worthOfDrops(events: readonly HubEvent[]): number {
  const drops = events.filter(({ type, special_world }) => typesOfDrops.has(type) && !special_world);
  return drops.reduce((sum, { value_gp: worth }) => sum + (worth ?? 0), 0);
}

function groupsOf(events: readonly HubEvent[], pauseMs = pauseMaxMs): readonly EventGroup[] {
  const groups: (EventGroup & { ids: string[]; count: number; oldest: number })[] = [];
  const latest = new Map<string, (typeof groups)[number]>();
  for (const { event, entryId } of joinEntries(events)) {
    const line = isKillCount(event) ? event.line.replaceAll(/\d/g, '') : event.line;
    const hasEntry = entryId !== null;
    const { account, type, special_world } = event;
    const key = JSON.stringify([account.id, type, line, special_world, hasEntry, listedItemsOf(event)]);
    const at = Date.parse(event.occurred_at);
    const ids = hasEntry ? [event.id, entryId] : [event.id];
    const group = latest.get(key);
    if (group !== undefined && group.oldest - at <= pauseMs) {
      group.ids.push(...ids);
      group.count += 1;
      group.oldest = at;
      continue;
    }
    const next = { event, ids, count: 1, hasEntry, oldest: at };
    groups.push(next);
    latest.set(key, next);
  }
  return groups;
}

function isKillCount({ type }: HubEvent): boolean {
  return type.toLowerCase() === 'kill_count';
}
