import { createHash } from 'node:crypto';
import { minuteMs } from '../../shared/domain/durations.ts';
import type { EventSource } from '../../shared/events/event.ts';
import { isSameLoot, lootItemsOf, lootSourceOf } from './loot-content.ts';
import { payloadOf, taskNameOf } from './payload.ts';
import type { StoredEvent } from './stored-event.ts';

/** A record of a game event. Several plugins may report the same event, which is in the feed once (plugin-protocols.md, Identity across plugins). */
export interface NewFeedEvent extends StoredEvent {
  /** The account of the record. */
  readonly source: EventSource;
}

/** An event of the feed as later records are compared with it. */
export interface RecentEvent {
  readonly account_id: string;
  readonly seq: number;
  readonly source: EventSource;
  /** Equal for events that may be the same, see `comparableContent`. */
  readonly what: string;
  /** The items of loot (`lootItemsOf`); null for other events. */
  readonly items: string | null;
  readonly occurred_at: number;
  readonly received_at: number;
}

/** A recent event, and the other plugins that are known to have reported it. */
export interface KnownEvent extends RecentEvent {
  readonly reportedBy: readonly EventSource[];
}

/** A record that reports an event of the feed once more, with the sequence of that event. */
export interface Duplicate extends Pick<StoredEvent, 'account_id' | 'seq' | 'event_id' | 'received_at'> {
  readonly source: EventSource;
}

/** A record, and what it reports; null where that is never compared. */
export interface ComparedRecord {
  readonly event: NewFeedEvent;
  readonly what: string | null;
}

export interface WithoutDuplicates {
  /** The records that are events of the feed. */
  readonly events: readonly NewFeedEvent[];
  readonly duplicates: readonly Duplicate[];
  /** The events that later records are compared with. */
  readonly recent: readonly RecentEvent[];
}

/** By account, the plugins that reported its events, of the types that several plugins may report. */
export type AccountSources = ReadonlyMap<string, ReadonlySet<EventSource>>;

export interface SourceOfAccount {
  readonly account_id: string;
  readonly source: EventSource;
}

export function sourcesByAccount(rows: readonly SourceOfAccount[]): AccountSources {
  const sources = new Map<string, Set<EventSource>>();
  for (const { account_id: id, source } of rows) {
    const known = sources.get(id);
    if (known === undefined) sources.set(id, new Set([source]));
    else known.add(source);
  }
  return sources;
}

/** Both ends included. */
export const sameWithinMs = 15_000;
/**
 * A record is compared with events that were recorded at most this long before it, by the log's
 * clock. `occurred_at` is within the 15 minutes before the receipt of a record. So two records of
 * an event are at most 15 minutes and 15 s apart. The rest is for different clocks and a slow log.
 */
export const comparedForMs = 20 * minuteMs;

type Compared = Pick<StoredEvent, 'type' | 'value_gp' | 'item_id' | 'skill' | 'level' | 'data'>;

type PartsOf = (event: Compared) => readonly unknown[] | null;

const lootParts: PartsOf = (event) => ['loot', lootSourceOf(event)];
const taskParts: PartsOf = ({ data }) => {
  const name = taskNameOf(payloadOf(data));
  return name === null ? null : ['combat_task', name];
};

/** By hub type, what the reports of one event have in common; null for an event that is never compared. */
const compared: ReadonlyMap<string, PartsOf> = new Map<string, PartsOf>([
  ['loot', lootParts],
  ['pk_loot', lootParts],
  ['collection_log', ({ item_id, value_gp }) => ['collection_log', item_id, value_gp]],
  ['level_up', ({ skill, level }) => ['level_up', skill, level]],
  // Plugins price a death differently, and nobody dies twice within seconds.
  ['death', () => ['death']],
  ['superior_spawn', () => ['superior_spawn']],
  ['combat_task', taskParts],
]);

/** The types of events that several plugins may report. */
export const comparedTypes: readonly string[] = [...compared.keys()];

/** The items by which loot is compared; null for other events. */
export function comparableItems(event: Compared): string | null {
  return compared.get(event.type) === lootParts ? lootItemsOf(event) : null;
}

export function isCompared(event: Compared): boolean {
  return (compared.get(event.type)?.(event) ?? null) !== null;
}

/** A short text of an event that others of the same account have to share to be the same; null for one that never is. */
export function comparableContent(event: Compared): string | null {
  const parts = compared.get(event.type)?.(event) ?? null;
  // A plugin may send any text as a name, which would be too long for an index.
  return parts === null
    ? null
    : createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/**
 * Finds the records of events that another plugin reported first. A plugin reports an event once,
 * so two records of a plugin are two events, and an event has one record per plugin. When several
 * events fit a record, the earliest event counts: plugins report in order, and their later records
 * fit later events. Pure.
 * @param records in the order of the log, without resends
 * @param known the recent events of their accounts that they may be
 */
export function withoutDuplicates(
  records: readonly ComparedRecord[],
  known: readonly KnownEvent[],
): WithoutDuplicates {
  const open = openEvents(known);
  const events: NewFeedEvent[] = [];
  const duplicates: Duplicate[] = [];
  const recent: RecentEvent[] = [];
  for (const { event, what } of records) {
    const record = what === null ? null : { ...recentOf(event), what, items: comparableItems(event) };
    const same = record === null ? null : open.take(record);
    if (same !== null) {
      const { account_id, event_id, received_at, source } = event;
      duplicates.push({ account_id, seq: same.seq, source, event_id, received_at });
      continue;
    }
    events.push(event);
    if (record === null) continue;
    recent.push(record);
    open.add({ ...record, reportedBy: [] });
  }
  return { events, duplicates, recent };
}

function recentOf({ account_id, seq, source, occurred_at, received_at }: NewFeedEvent) {
  return { account_id, seq, source, occurred_at, received_at };
}

interface OpenEvent {
  readonly event: RecentEvent;
  readonly reportedBy: Set<EventSource>;
}

/** Events by when they happened, so that a record is compared with few of them. */
function openEvents(known: readonly KnownEvent[]) {
  const places = new Map<string, OpenEvent[]>();
  const slotOf = ({ occurred_at }: RecentEvent) => Math.floor(occurred_at / sameWithinMs);
  const placeOf = ({ account_id, what }: RecentEvent, slot: number) => `${account_id} ${what} ${slot}`;

  function add({ reportedBy, ...event }: KnownEvent): void {
    const place = placeOf(event, slotOf(event));
    const there = places.get(place) ?? [];
    if (there.length === 0) places.set(place, there);
    there.push({ event, reportedBy: new Set(reportedBy) });
  }

  /**
   * The event that a record reports. No further record of its plugin is taken for this event. Null
   * for a new event.
   */
  function take(record: RecentEvent): RecentEvent | null {
    let first: OpenEvent | null = null;
    for (const step of [-1, 0, 1]) {
      for (const each of places.get(placeOf(record, slotOf(record) + step)) ?? []) {
        if (mayBe(record, each) && (first === null || isBefore(each.event, first.event))) first = each;
      }
    }
    first?.reportedBy.add(record.source);
    return first?.event ?? null;
  }

  for (const event of known.toSorted((left, right) => left.seq - right.seq)) add(event);
  return { add, take };
}

function mayBe(record: RecentEvent, { event, reportedBy }: OpenEvent): boolean {
  return (
    event.source !== record.source &&
    !reportedBy.has(record.source) &&
    Math.abs(record.occurred_at - event.occurred_at) <= sameWithinMs &&
    record.received_at - event.received_at <= comparedForMs &&
    (record.items === null || event.items === null || isSameLoot(record.items, event.items))
  );
}

function isBefore(one: RecentEvent, other: RecentEvent): boolean {
  return (
    one.occurred_at < other.occurred_at || (one.occurred_at === other.occurred_at && one.seq < other.seq)
  );
}
