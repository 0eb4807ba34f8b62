import type { NewEvent, RecordedEvent } from '../events/event.ts';
import type { AppendOptions, EventLog, LogRecord, Position } from './event-log.ts';

/** Reads and writes typed events in a log. Events of sealed streams are encrypted. */
export interface Journal {
  readonly log: EventLog;
  /**
   * Appends events. Before that, appends to `hub.keys` the new data keys that the events need. The
   * rules of `EventLog.append` apply.
   */
  append(events: readonly NewEvent[], options?: AppendOptions): Promise<readonly Position[]>;
  /**
   * Appends events of a simulated past with their own times, chunk by chunk. The rules of
   * `EventLog.import` apply.
   */
  import(events: readonly TimedEvent[]): Promise<readonly Position[]>;
  /**
   * Decodes records, with one outcome for each in their order. Reads new data keys from the log
   * when needed.
   */
  decode(records: readonly LogRecord[]): Promise<readonly DecodedRecord[]>;
}

/** An event with the time of its append, epoch ms. */
export type TimedEvent = NewEvent & { readonly appendTime: number };

/**
 * The outcome for a record: an event; skipped (unknown type, tombstone, destroyed data key); or
 * unreadable.
 */
export type DecodedRecord =
  | { readonly kind: 'event'; readonly event: Omit<RecordedEvent, 'recordTime'> }
  | { readonly kind: 'skipped'; readonly why: 'unknown-type' | 'no-value' | 'key-destroyed' }
  | { readonly kind: 'unreadable'; readonly error: Error };
