import type { EventSource } from '../../../shared/events/event.ts';
import { comparedForMs, sameWithinMs } from '../../../shared/events/same-event.ts';
import type { StoredEvent } from '../stored-event.ts';
import { type ComparedColumns, comparableContent, comparableItems } from './comparable-content.ts';
import { isSameLoot } from './loot-content.ts';

/**
 * Several plugins may report an event, which is in the feed once (plugin-protocols.md, Identity
 * across plugins).
 */
export interface NewFeedEvent extends StoredEvent {
  readonly source: EventSource;
}

type Place = Pick<StoredEvent, 'account_id' | 'seq' | 'occurred_at' | 'received_at'>;
/** The columns that `recentOf` reads. */
export type ComparedEvent = ComparedColumns & Place;

export interface RecentEvent extends Place {
  /** See `reporterOf`. */
  readonly reporter: string;
  /** Equal for events that may be the same (`comparableContent`). */
  readonly what: string;
  /** The items of loot (`lootItemsOf`); null for other events. */
  readonly items: string | null;
}

/** `reportedBy` has the other known reporters. */
export interface KnownEvent extends RecentEvent {
  readonly reportedBy: readonly string[];
}

/** A record that reports the event `seq` again. */
export interface Duplicate {
  readonly seq: number;
  readonly record: NewFeedEvent;
}

export interface ComparedRecord {
  readonly event: NewFeedEvent;
  readonly recent: RecentEvent | null;
}

/** Null for an event that is never compared. */
export function recentOf(event: ComparedEvent, reporter: string): RecentEvent | null {
  const { account_id, seq, occurred_at, received_at } = event;
  const what = comparableContent(event);
  if (what === null) return null;
  return { account_id, seq, reporter, what, items: comparableItems(event), occurred_at, received_at };
}

export interface WithoutDuplicates {
  readonly events: readonly NewFeedEvent[];
  readonly duplicates: readonly Duplicate[];
  readonly recent: readonly RecentEvent[];
}

/** Reporters by account. Only reporters of compared events count (`isCompared`). */
export type AccountReporters = ReadonlyMap<string, ReadonlySet<string>>;

export interface ReporterOfAccount {
  readonly account_id: string;
  readonly reporter: string;
}

export function reportersByAccount(rows: readonly ReporterOfAccount[]): AccountReporters {
  const grouped = Map.groupBy(rows, ({ account_id }) => account_id);
  return new Map(Array.from(grouped, ([id, own]) => [id, new Set(own.map(({ reporter }) => reporter))]));
}

/**
 * Finds the records of events that another reporter reported first. A reporter reports an event
 * once, so two records of a reporter are two events. If several events fit, the earliest counts,
 * because plugins report in order.
 * @param records in the order of the log, without resends
 * @param known the recent events of their accounts
 */
export function withoutDuplicates(
  records: readonly ComparedRecord[],
  known: readonly KnownEvent[],
): WithoutDuplicates {
  const open = openEvents(known);
  const events: NewFeedEvent[] = [];
  const duplicates: Duplicate[] = [];
  const recent: RecentEvent[] = [];
  for (const { event, recent: record } of records) {
    const same = record === null ? null : open.take(record);
    if (same !== null) {
      duplicates.push({ seq: same.seq, record: event });
      continue;
    }
    events.push(event);
    if (record === null) continue;
    recent.push(record);
    open.add({ ...record, reportedBy: [] });
  }
  return { events, duplicates, recent };
}

interface OpenEvent {
  readonly event: RecentEvent;
  readonly reportedBy: Set<string>;
}

/** Slots of time, so that a record is compared with few events. */
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

  /** Finds the event of a record, and notes the reporter. Null for a new event. */
  function take(record: RecentEvent): RecentEvent | null {
    let first: OpenEvent | null = null;
    for (const step of [-1, 0, 1]) {
      for (const each of places.get(placeOf(record, slotOf(record) + step)) ?? []) {
        if (mayBe(record, each) && (first === null || isBefore(each.event, first.event))) first = each;
      }
    }
    first?.reportedBy.add(record.reporter);
    return first?.event ?? null;
  }

  for (const event of known.toSorted((left, right) => left.seq - right.seq)) add(event);
  return { add, take };
}

function mayBe(record: RecentEvent, { event, reportedBy }: OpenEvent): boolean {
  return (
    event.reporter !== record.reporter &&
    !reportedBy.has(record.reporter) &&
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
