import type { NewEvent, RecordedEvent } from '../events/event.ts';
import type { AppendOptions, EventLog, LogRecord, Position } from './event-log.ts';

/**
 * Typed events over the bytes of a log: encodes, seals what the catalogue says is sealed, and back.
 */
export interface Journal {
  readonly log: EventLog;
  /** Appends events; data keys that are new go to `hub.keys` first. Rules as for `EventLog.append`. */
  append(events: readonly NewEvent[], options?: AppendOptions): Promise<readonly Position[]>;
  /**
   * Appends events with the times they already have, in chunks that are durable one after the other: a simulated past.
   * Rules as for `EventLog.import`.
   */
  import(events: readonly TimedEvent[]): Promise<readonly Position[]>;
  /** Decodes records in order, one outcome each, reading new data keys from the log where needed. */
  decode(records: readonly LogRecord[]): Promise<readonly Decoded[]>;
}

/** An event and when it was appended, epoch ms. */
export type TimedEvent = NewEvent & { readonly appendTime: number };

/** What became of a record: an event; nothing for a fold (unknown type, tombstone, destroyed data key); or unreadable. */
export type Decoded =
  | { readonly kind: 'event'; readonly event: Omit<RecordedEvent, 'recordTime'> }
  | { readonly kind: 'skipped'; readonly why: 'unknown-type' | 'no-value' | 'key-destroyed' }
  | { readonly kind: 'unreadable'; readonly error: Error };
