import type { Clock } from '../../../../shared/clock.ts';
import { boundedCache } from '../../../../shared/collections/bounded-cache.ts';
import { minuteMs } from '../../../../shared/domain/durations.ts';
import type { Journal } from '../../../../shared/log/journal.ts';
import {
  type KeyedEvent,
  readEventsOfSubject,
  readNewestOfSubject,
} from '../../../../shared/log/reading/read-events-of-subject.ts';
import { canonicalValue, eventIdOf } from '../../facts/event-id.ts';
import { eventToRepeat, type HoldingEvent } from './events-of-holdings.ts';

/** The newest report is not always the last record: two processes may append at the same moment. */
export interface StoredHolding {
  /** Equal for holdings with the same content. */
  readonly content: string;
  /** The time of the report, epoch ms. */
  readonly at: number;
  /** The time of the append, monotonic ms. */
  readonly storedAt: number;
}

/** `notedAfter`: how many reads of the log had begun when this process noted the append. */
type KnownHolding = StoredHolding & { readonly notedAfter?: number };

type Place = Pick<HoldingEvent, 'subject' | 'key'>;

/** A subject is read from the log before its first use, so a restart stores nothing again. */
export interface StoredHoldings {
  /**
   * Reads the holdings of a subject that is not known. If other processes append too, reads new
   * records at every call.
   * @param now monotonic ms
   * @throws LogUnavailable
   */
  load(subject: string, now: number): Promise<void>;
  /** Null without a record of the key. @throws LogUnavailable */
  readData(place: Place): Promise<HoldingEvent['data'] | null>;
  /** Undefined if the subject was not loaded. */
  find(place: Place): StoredHolding | undefined;
  /** For an append that is under way. @param now monotonic ms */
  note(event: HoldingEvent, now: number): void;
  /** To be called after a failed append: it is unknown which holdings the log has. */
  forget(subject: string): void;
  /**
   * The reports after which another process appended an older report. They must be appended again,
   * because the last record counts.
   */
  takeOvertaken(): HoldingEvent[];
}

interface Subject {
  readonly holdings: Map<string, KnownHolding>;
  /** The offset after the last record that was read. */
  next: number;
}

const stream = 'hub.holdings';
const subjectsMax = 5_000;

export function createStoredHoldings(deps: {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly isSoleProcess: boolean;
}): StoredHoldings {
  const { journal, clock, isSoleProcess } = deps;
  const subjects = boundedCache<Subject>(subjectsMax);
  const overtaken = new Map<string, HoldingEvent>();
  let reads = 0;

  function take({ holdings }: Subject, events: readonly KeyedEvent[], read: number, now: number): void {
    for (const { key, event } of events) {
      if (event === null) continue;
      const known = holdings.get(key);
      // An append that was noted during the read is newer than the records of the read.
      if ((known?.notedAfter ?? 0) >= read) continue;
      const holding = holdingOf(event.data);
      if (known !== undefined && isOlderReport(holding.at, known.at)) continue;
      holdings.set(key, { ...holding, storedAt: now - Math.max(0, clock() - event.recordTime) });
    }
  }

  async function load(id: string, now: number): Promise<void> {
    const known = subjects.get(id);
    if (known !== undefined && isSoleProcess) return;
    reads += 1;
    const read = reads;
    const { events, next } = await readEventsOfSubject(journal, stream, id, known?.next);
    // A failed append discards the known holdings, so all holdings are read again.
    if (known !== undefined && subjects.get(id) !== known) return load(id, now);
    const subject = subjects.get(id) ?? { holdings: new Map(), next };
    take(subject, events, read, now);
    subject.next = Math.max(subject.next, next);
    subjects.set(id, subject);
    for (const event of overtakenIn(events)) overtaken.set(event.key, event);
  }

  return {
    load,
    readData: async ({ subject, key }) => {
      const newest = await readNewestOfSubject(journal, stream, subject);
      return (newest.get(key)?.data as HoldingEvent['data'] | undefined) ?? null;
    },
    find: ({ subject, key }) => subjects.get(subject)?.holdings.get(key),
    note: ({ subject, key, data }, now) => {
      subjects.get(subject)?.holdings.set(key, { ...holdingOf(data), storedAt: now, notedAfter: reads });
    },
    forget: (subject) => {
      subjects.delete(subject);
    },
    takeOvertaken: () => {
      const events = [...overtaken.values()];
      overtaken.clear();
      return events;
    },
  };
}

/** The newest reports of the keys whose last record is an older report. */
function overtakenIn(events: readonly KeyedEvent[]): HoldingEvent[] {
  const newest = new Map<string, HoldingEvent>();
  const last = new Map<string, number>();
  for (const { key, event } of events) {
    if (event === null) continue;
    const again = eventToRepeat(key, event);
    const known = newest.get(key);
    if (known === undefined || !isOlderReport(again.data.at, known.data.at)) newest.set(key, again);
    last.set(key, again.data.at);
  }
  return [...newest.values()].filter(({ key, data }) => isOlderReport(last.get(key) ?? 0, data.at));
}

/** A much earlier time means that a clock was set back. */
const olderWithinMs = 5 * minuteMs;

export function isOlderReport(at: number, otherAt: number): boolean {
  return at < otherAt && otherAt - at <= olderWithinMs;
}

function holdingOf(data: unknown): Pick<StoredHolding, 'content' | 'at'> {
  const { at, ...content } = data as HoldingEvent['data'];
  return { at, content: eventIdOf([canonicalValue(content)]) };
}

export function isStored({ data }: HoldingEvent, stored: StoredHolding | undefined): boolean {
  return stored?.content === holdingOf(data).content;
}
