import type { NewEvent, RecordedEvent } from '../events/event.ts';
import type { AppendOptions, EventLog, LogRecord, Position } from './event-log.ts';

/** Reads and writes typed events. Events of sealed streams are encrypted. */
export interface Journal {
  readonly log: EventLog;
  /** Appends new data keys, then the events, by the rules of `EventLog.append`. */
  append(events: readonly NewEvent[], options?: AppendOptions): Promise<readonly Position[]>;
  /** Appends events with their own times, chunk by chunk, by the rules of `EventLog.import`. */
  import(events: readonly TimedEvent[]): Promise<readonly Position[]>;
  /** Returns one outcome for each record, in order. May read new data keys from the log. */
  decode(records: readonly LogRecord[]): Promise<readonly DecodedRecord[]>;
}

/** `appendTime` is epoch ms. */
export type TimedEvent = NewEvent & { readonly appendTime: number };

export type DecodedRecord =
  | { readonly kind: 'event'; readonly event: Omit<RecordedEvent, 'recordTime'> }
  | { readonly kind: 'skipped'; readonly why: 'unknown-type' | 'no-value' | 'key-destroyed' }
  | { readonly kind: 'unreadable'; readonly error: Error };
