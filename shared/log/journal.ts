import type { NewEvent, RecordedEvent } from '../events/event.ts';
import type { AppendOptions, EventLog, LogRecord, Position } from './event-log.ts';

/** Reads and writes typed events in a log: it encodes them, and seals those of sealed streams. */
export interface Journal {
  readonly log: EventLog;
  /** Appends events, after new data keys were appended to `hub.keys`. The rules are those of `EventLog.append`. */
  append(events: readonly NewEvent[], options?: AppendOptions): Promise<readonly Position[]>;
  /**
   * Appends events of a simulated past with the times that they already have, chunk by chunk. The rules are those of
   * `EventLog.import`.
   */
  import(events: readonly TimedEvent[]): Promise<readonly Position[]>;
  /** Decodes records, one outcome for each in their order. Reads new data keys from the log when needed. */
  decode(records: readonly LogRecord[]): Promise<readonly Decoded[]>;
}

/** An event and when it was appended, epoch ms. */
export type TimedEvent = NewEvent & { readonly appendTime: number };

/** The outcome for a record: an event; skipped (unknown type, tombstone, destroyed data key); or unreadable. */
export type Decoded =
  | { readonly kind: 'event'; readonly event: Omit<RecordedEvent, 'recordTime'> }
  | { readonly kind: 'skipped'; readonly why: 'unknown-type' | 'no-value' | 'key-destroyed' }
  | { readonly kind: 'unreadable'; readonly error: Error };
