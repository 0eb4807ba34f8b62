import type { StreamName } from '../events/streams.ts';

/**
 * The port of the log: an append-only truth in streams of partitions, on PostgreSQL or on Kafka.
 * Every adapter passes `event-log.contract.ts`. Times are epoch milliseconds, offsets start at 0.
 */
export interface EventLog {
  /** Creates missing streams and checks existing ones. @throws when a stream has other settings than the catalogue */
  ensureStreams(): Promise<void>;

  /**
   * Appends in the given order, all or nothing per stream and partition, and resolves when every part is durable.
   * Concurrent calls share a commit. The queue is bounded.
   * @returns one position for each record, in the order given
   * @throws LogUnavailable when the log cannot take it within `deadlineMs`; what was appended by then stands
   */
  append(records: readonly LogEntry[], options?: AppendOptions): Promise<readonly Position[]>;

  /**
   * Appends records with the times they already have: moving a log, or writing a simulated past. Nobody else may write
   * meanwhile, and `ensureStreams` comes after it: until then Kafka goes on taking the writers' times. Makes streams that
   * are missing, also when there is nothing to append.
   * @throws when a time is below the one before it in its partition; nothing is appended then
   */
  import(records: readonly TimedEntry[]): Promise<readonly Position[]>;

  /**
   * One page from each of the given places. When none has a record, waits up to `waitMs` for one.
   * Offsets within a partition may have gaps (compaction), never late arrivals.
   * @returns one page per place, in the order given
   * @throws LogUnavailable when the log cannot be read now; the signal's reason when it is aborted
   */
  read(places: readonly Place[], options: ReadOptions): Promise<readonly Page[]>;

  /** First kept and next offset of every partition of the given streams: all that was acknowledged by now lies below. */
  ends(streams: readonly StreamName[]): Promise<readonly PartitionEnds[]>;

  /** Names the log among all logs there are, where it is not part of the database: another name is another log. */
  identity?(): Promise<string>;

  close(): Promise<void>;
}

/** A record to append. `value` null on a compacted stream deletes the key. */
export interface LogEntry {
  readonly stream: StreamName;
  readonly partition: number;
  readonly key: string;
  readonly recordId: string;
  readonly type: string;
  readonly version: number;
  readonly source: string;
  readonly value: Buffer | null;
  /** The data key that closes `value`, on sealed streams. */
  readonly keyId: string | null;
}

/** A record to import, with the time it already has. */
export interface TimedEntry extends LogEntry {
  readonly appendTime: number;
}

export interface LogRecord extends TimedEntry {
  readonly offset: number;
}

export interface Position {
  readonly stream: StreamName;
  readonly partition: number;
  readonly offset: number;
  readonly appendTime: number;
}

/** Where to read: the first offset wanted. */
export interface Place {
  readonly stream: StreamName;
  readonly partition: number;
  readonly offset: number;
}

export interface Page {
  readonly stream: StreamName;
  readonly partition: number;
  readonly records: readonly LogRecord[];
  /** First offset the log still has; above the wanted one means that records are gone. */
  readonly start: number;
  /** Next offset the log will give. Below the wanted one it means another log: an adapter makes sure before it says so. */
  readonly end: number;
  /**
   * The read reached `end`, which is not below one that was reported in this process before. What other processes were
   * acknowledged may lie behind it for a moment: whoever concludes from what is not there asks for `ends` first
   * (`read-to-end.ts`).
   */
  readonly reachedEnd: boolean;
}

export interface PartitionEnds {
  readonly stream: StreamName;
  readonly partition: number;
  readonly start: number;
  readonly end: number;
}

export interface AppendOptions {
  /** How long the caller waits; 4,500 when not given. */
  readonly deadlineMs?: number;
}

export interface ReadOptions {
  /** Most records in all pages together. */
  readonly maxRecords: number;
  readonly waitMs: number;
  readonly signal?: AbortSignal;
}
