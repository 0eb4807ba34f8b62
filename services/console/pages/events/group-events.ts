import type { HubEvent } from '../../../../shared/client/api.ts';
import { joinEntries, type ShownEvent } from '../common/events/join-entries.ts';
import { listedItemsOf, typesOfDrops } from '../common/events/listed-items.ts';
import { groupEqual } from '../common/group-equal.ts';
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
export function groupEvents(events: readonly HubEvent[], pauseMs = pauseMaxMs): readonly EventDay[] {
  const byDay = Map.groupBy(events, ({ occurred_at: at }) => startOfDay(Date.parse(at)));
  return [...byDay].map(([at, ofDay]) => ({
    at,
    groups: groupsOf(ofDay, pauseMs),
    worth: worthOfDrops(ofDay),
  }));
}

function worthOfDrops(events: readonly HubEvent[]): number {
  const drops = events.filter(({ type, special_world }) => typesOfDrops.has(type) && !special_world);
  return drops.reduce((sum, { value_gp: worth }) => sum + (worth ?? 0), 0);
}

function groupsOf(events: readonly HubEvent[], pauseMs: number): readonly EventGroup[] {
  const atOf = ({ event }: ShownEvent) => Date.parse(event.occurred_at);
  return groupEqual(joinEntries(events), keyOf, atOf, pauseMs).map((equal) => ({
    event: equal[0].event,
    ids: equal.flatMap(({ event: { id }, entryId }) => (entryId === null ? id : [id, entryId])),
    count: equal.length,
    hasEntry: equal[0].entryId !== null,
  }));
}

function keyOf({ event, entryId }: ShownEvent): string {
  const line = isKillCount(event) ? event.line.replaceAll(/\d/g, '') : event.line;
  const { account, type, special_world } = event;
  return JSON.stringify([account.id, type, line, special_world, entryId !== null, listedItemsOf(event)]);
}

function isKillCount({ type }: HubEvent): boolean {
  return type.toLowerCase() === 'kill_count';
}
