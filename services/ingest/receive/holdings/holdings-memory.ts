import { minuteMs } from '../../../../shared/domain/durations.ts';
import type { KeyedEvent } from '../../../../shared/log/reading/read-events-of-subject.ts';
import { subjectOfRecordKey } from '../../../../shared/log/records/log-entry.ts';
import { canonicalValue, eventIdOf } from '../../facts/event-id.ts';
import { accountOf, eventToRepeat, type HoldingEvent } from './events-of-holdings.ts';

/**
 * The holdings of an account, by record key. Only changes are appended, and at most one record a
 * minute for each key. A holding that changes more often waits, because the plugin does not repeat
 * it:
 *
 * - unknown -> stored: the subject was read from the log, so a restart stores nothing again.
 * - stored -> appending: a report differs, and the last record is a minute old.
 * - stored -> waiting: a report differs earlier. With several processes also a report that equals
 *   the stored holding, because another process may still append an older holding.
 * - waiting -> waiting: a newer report replaces the holding. An older report is left out.
 * - waiting -> stored: the holding came back to its stored value, or another process stored the
 *   same report or a newer report.
 * - waiting -> appending: the minute is over, the process ends, or there is no room to wait.
 * - appending -> stored: counts at once, so that an equal report appends nothing.
 * - appending -> waiting: the append failed. A newer waiting holding stays. It is unknown what the
 *   log has, so the subject is unknown.
 * - stored -> overtaken: another process appended an older report last. Several processes read the
 *   log for such records ten seconds after an append.
 * - overtaken -> appending: at once, because the last record counts.
 */
export interface HoldingsMemory {
  /** By subject: the account, or a member for the shared storage. */
  readonly read: ReadonlyMap<string, LastRead>;
  readonly stored: ReadonlyMap<string, StoredHolding>;
  readonly waiting: ReadonlyMap<string, WaitingHolding>;
  /** When the log is read for overtaken reports, monotonic ms; null without an append. */
  readonly checkAt: number | null;
}

export interface LastRead {
  /** The offset of the next read. */
  readonly next: number;
  /** Monotonic ms. */
  readonly now: number;
}

/** The newest report is not always the last record: two processes may append at the same moment. */
export interface StoredHolding {
  /** Equal for holdings with the same content. */
  readonly content: string;
  /** The time of the report, epoch ms. */
  readonly at: number;
  /** The time of the append, monotonic ms. */
  readonly storedAt: number;
}

export interface WaitingHolding {
  readonly event: HoldingEvent;
  /** Monotonic ms. */
  readonly dueAt: number;
  /** The length of the JSON text. */
  readonly bytes: number;
  readonly isOvertaken: boolean;
}

export const noHoldings: HoldingsMemory = {
  read: new Map(),
  stored: new Map(),
  waiting: new Map(),
  checkAt: null,
};

export interface ReadHoldings {
  readonly accountId: string;
  readonly subject: string;
  /** The records since the last read, in the order of the log. */
  readonly events: readonly KeyedEvent[];
  readonly next: number;
  /** Monotonic ms. */
  readonly now: number;
  /** The same moment in epoch ms. */
  readonly at: number;
}

/** Adds what was read from the log. Pure. */
export function withRecords(memory: HoldingsMemory, read: ReadHoldings): HoldingsMemory {
  const { subject, next, now, at } = read;
  const events = read.events.flatMap(({ key, event }) => {
    const again = event === null ? null : eventToRepeat(key, event);
    const isOfAccount = again !== null && accountOf(again) === read.accountId;
    return isOfAccount ? [{ event: again, recordTime: event?.recordTime ?? 0 }] : [];
  });
  const stored = new Map(memory.stored);
  for (const { event, recordTime } of events) {
    const known = stored.get(event.key);
    const holding = holdingOf(event.data);
    if (known !== undefined && isOlderReport(holding.at, known.at)) continue;
    stored.set(event.key, { ...holding, storedAt: now - Math.max(0, at - recordTime) });
  }
  const waiting = new Map(memory.waiting);
  for (const event of overtakenIn(events.map(({ event }) => event))) {
    const isNewest = !isOlderReport(event.data.at, waiting.get(event.key)?.event.data.at ?? 0);
    if (isNewest) waiting.set(event.key, { ...waitingOf(event, now), isOvertaken: true });
  }
  return { ...memory, read: new Map(memory.read).set(subject, { next, now }), stored, waiting };
}

/** After a failed append it is unknown which holdings the log has. Pure. */
export function withoutSubject(memory: HoldingsMemory, subject: string): HoldingsMemory {
  const read = new Map([...memory.read].filter(([each]) => each !== subject));
  const stored = new Map([...memory.stored].filter(([key]) => subjectOfRecordKey(key) !== subject));
  return { ...memory, read, stored };
}

/** The newest reports of the keys whose last record is an older report. */
function overtakenIn(events: readonly HoldingEvent[]): HoldingEvent[] {
  const newest = new Map<string, HoldingEvent>();
  const last = new Map<string, number>();
  for (const event of events) {
    const known = newest.get(event.key);
    if (known === undefined || !isOlderReport(event.data.at, known.data.at)) newest.set(event.key, event);
    last.set(event.key, event.data.at);
  }
  return [...newest.values()].filter(({ key, data }) => isOlderReport(last.get(key) ?? 0, data.at));
}

/** @param dueAt monotonic ms */
export function waitingOf(event: HoldingEvent, dueAt: number): WaitingHolding {
  return { event, dueAt, bytes: JSON.stringify(event).length, isOvertaken: false };
}

/** A much earlier time means that a clock was set back. */
const olderWithinMs = 5 * minuteMs;

export function isOlderReport(at: number, otherAt: number): boolean {
  return at < otherAt && otherAt - at <= olderWithinMs;
}

export function holdingOf({ at, ...content }: HoldingEvent['data']): Pick<StoredHolding, 'content' | 'at'> {
  return { at, content: eventIdOf([canonicalValue(content)]) };
}

export function isStored({ data }: HoldingEvent, stored: StoredHolding | undefined): boolean {
  return stored?.content === holdingOf(data).content;
}
