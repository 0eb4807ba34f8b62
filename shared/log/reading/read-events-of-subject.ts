import type { RecordedEvent } from '../../events/event.ts';
import { partitionOf, type StreamName } from '../../events/streams.ts';
import type { LogRecord } from '../event-log.ts';
import type { Journal } from '../journal.ts';
import { subjectOfRecordKey } from '../records/log-entry.ts';
import { readToEnd } from './read-to-end.ts';

export interface EventsOfSubject {
  /** In the order of the log. */
  readonly events: readonly KeyedEvent[];
  /** The offset after the last read record. */
  readonly next: number;
}

/** `event` is null for a deleted record key, and for an event that cannot be decoded. */
export interface KeyedEvent {
  readonly key: string;
  readonly event: RecordedEvent | null;
}

/**
 * Reads the events of a subject from offset `from` on. Does not open records of other subjects.
 * @throws LogUnavailable
 */
export async function readEventsOfSubject(
  journal: Journal,
  stream: StreamName,
  subject: string,
  from = 0,
): Promise<EventsOfSubject> {
  const records: LogRecord[] = [];
  const place = { stream, partition: partitionOf(stream, subject), offset: from };
  const next = await readToEnd(journal.log, place, (record) => {
    if (subjectOfRecordKey(record.key) === subject) records.push(record);
  });
  const decoded = await journal.decode(records);
  const events = records.map(({ key, appendTime }, index): KeyedEvent => {
    const outcome = decoded[index];
    const event = outcome?.kind === 'event' ? { ...outcome.event, recordTime: appendTime } : null;
    return { key, event };
  });
  return { events, next };
}

/** The newest event of each record key. @throws LogUnavailable */
export async function readNewestOfSubject(
  journal: Journal,
  stream: StreamName,
  subject: string,
): Promise<ReadonlyMap<string, RecordedEvent>> {
  const { events } = await readEventsOfSubject(journal, stream, subject);
  const newest = new Map<string, RecordedEvent>();
  for (const { key, event } of events) {
    newest.delete(key);
    if (event !== null) newest.set(key, event);
  }
  return newest;
}
