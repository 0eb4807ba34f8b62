import type { Partition, StreamName } from '../events/streams.ts';

/**
 * The port of the log: append-only streams of partitions, stored in PostgreSQL or Kafka. Every
 * adapter passes `event-log.contract.ts`. Times are epoch milliseconds, offsets start at 0.
 */
export interface EventLog {
  /**
   * Creates missing streams and checks existing streams.
   * @throws when a stream differs from the catalogue
   */
  ensureStreams(): Promise<void>;

  /**
   * Appends in the given order, all or nothing per stream and partition, and resolves when
   * everything is durable. Concurrent calls share a commit. The queue is bounded.
   * @returns one position for each record, in the order given
   * @throws LogUnavailable when not everything was appended within `deadlineMs`; some partitions
   * may have their records by then
   */
  append(records: readonly LogEntry[], options?: AppendOptions): Promise<readonly Position[]>;

  /**
   * Appends records with their own times, to move a log or to write a simulated past. A time may be
   * earlier than the time of the record before it. Kafka also creates missing streams, even without
   * records.
   *
   * Nobody else may write at the same time. Call `ensureStreams` afterwards: until then Kafka uses
   * the times of writers.
   */
  import(records: readonly TimedEntry[]): Promise<readonly Position[]>;

  /**
   * Reads one page from each of the given positions. Without any record, waits up to `waitMs` for
   * the first. Offsets within a partition may have gaps from compaction, but no record ever appears
   * below an offset that was already read.
   * @returns one page per position, in the order given
   * @throws LogUnavailable when the log cannot be read now; OperatorError for records on damaged
   * pages; the reason of an aborted signal
   */
  read(positions: readonly ReadPosition[], options: ReadOptions): Promise<readonly Page[]>;

  /**
   * Reads records of one partition to copy them, from the position on and below `past`, in order,
   * as the bytes of `record-columns.ts`. Decodes no record.
   * @returns null without records
   * @throws LogUnavailable when the records cannot be read now, or the partition ends below `past`
   */
  readColumns(position: ReadPosition, wanted: ColumnsRequest): Promise<RecordColumns | null>;

  /**
   * Reads stored packs (`pack.ts`). `maxBytes` bounds the packed bytes; the unpacked bytes are
   * bounded too. Opens each pack once, so that no damaged pack is copied.
   * @returns null when the first record is not in a pack
   * @throws LogUnavailable when the packs cannot be read now; OperatorError for a damaged pack
   */
  readPacks(position: ReadPosition, wanted: ColumnsRequest): Promise<readonly PackBytes[] | null>;

  /**
   * First kept and next offset of every partition of the given streams. All acknowledged records
   * are below the end.
   */
  ends(streams: readonly StreamName[]): Promise<readonly PartitionEnds[]>;

  /** A name that no other log has. */
  identity(): Promise<string>;

  /**
   * Whether the log came back from a copy since `markInUse`, so that it may lack appended records.
   * Always false for a log outside the database: there, lower ends show that records are lost.
   */
  wasRestored(): Promise<boolean>;

  /** Records that this copy of the log is in use. */
  markInUse(): Promise<void>;

  /**
   * Deletes records that the catalogue does not keep, unless the store deletes them by itself. Does
   * a bounded amount of work. Several processes may call it at the same time.
   */
  maintain(): Promise<void>;

  /**
   * Checks whether the store still keeps what the catalogue says, and repairs settings. Call this
   * in the process that maintains the log, and not during an import.
   * @throws LogUnavailable
   */
  inspect(): Promise<readonly LogFinding[]>;

  /**
   * Removes the values of the records of subjects. Offset, id and time stay. Kafka cannot change
   * records: there, sealed values stay and cannot be read without their data key.
   * @returns the number of records that were emptied now
   * @throws OperatorError `log_damaged` when some records could not be read, after all others were
   * emptied
   */
  emptyRecords(subjects: readonly string[]): Promise<number>;

  close(): Promise<void>;
}

/** The code of the OperatorError for records that are on damaged pages. */
export const logDamaged = 'log_damaged';

/** Something about the store of a stream that an operator must know. */
export interface LogFinding {
  /** A changed setting was set back. The other findings stay until an operator fixes them. */
  readonly kind: 'setting_changed' | 'surplus_partitions' | 'replicas_behind' | 'records_lost';
  readonly stream: StreamName;
  /** Settings, partitions, or records. */
  readonly count: number;
  /** One line: what happened, what to do. */
  readonly message: string;
}

/** A record to append. On a compacted stream a null `value` deletes the record key. */
export interface LogEntry {
  readonly stream: StreamName;
  readonly partition: number;
  readonly key: string;
  readonly recordId: string;
  readonly type: string;
  readonly version: number;
  readonly source: string;
  readonly value: Buffer | null;
  /** On sealed streams the id of the data key of `value`. */
  readonly keyId: string | null;
}

/** A record to import, with its own time. */
export interface TimedEntry extends LogEntry {
  readonly appendTime: number;
}

export interface LogRecord extends TimedEntry {
  readonly offset: number;
}

export interface Position extends Partition {
  readonly offset: number;
  readonly appendTime: number;
}

/** A position to read from; `offset` is the first wanted offset. */
export interface ReadPosition extends Partition {
  readonly offset: number;
}

export interface Page extends Partition {
  readonly records: readonly LogRecord[];
  /**
   * The first offset that the log still has. A start above the wanted offset means that records
   * were deleted.
   */
  readonly start: number;
  /**
   * The next offset of the partition. An end below the wanted offset means another log. Adapters
   * confirm such an end first.
   */
  readonly end: number;
  /**
   * Whether the read reached `end`. Within one process `end` never decreases. It may lack the
   * newest records of other processes for a moment. Code that concludes something from a missing
   * record must read `ends` first (`read-to-end.ts`).
   */
  readonly reachedEnd: boolean;
}

export interface PartitionEnds extends Partition {
  readonly start: number;
  readonly end: number;
}

/** Less than the time after which a plugin gives up. */
export const appendDeadlineDefaultMs = 4_500;

export interface AppendOptions {
  /** How long the caller waits; `appendDeadlineDefaultMs` when left out. */
  readonly deadlineMs?: number;
}

export interface ReadOptions {
  /** Maximum number of records in all pages together. */
  readonly maxRecords: number;
  readonly waitMs: number;
  readonly signal?: AbortSignal;
}

/** The records of a partition to read as columns. */
export interface ColumnsRequest {
  /** The first offset that is not wanted any more. */
  readonly past: number;
  readonly maxRecords: number;
  /** Bytes of all values together; the last record may exceed it. */
  readonly maxBytes: number;
  /** Subjects whose records come without values. */
  readonly without: readonly string[];
}

export interface RecordColumns {
  /** The number of records, at least one. */
  readonly records: number;
  /** The first and the last offset of the records. */
  readonly first: number;
  readonly last: number;
  readonly bytes: Buffer;
}

/** Records as a pack. The caller knows the first offset. */
export interface PackBytes {
  /** The number of records. */
  readonly records: number;
  readonly bytes: Buffer;
}

/**
 * Whether a reader must get this page at once: the page has records, or its ends do not include the
 * `wanted` offset.
 */
export function hasNews({ records, start, end }: Page, wanted: number): boolean {
  return records.length > 0 || start > wanted || end < wanted;
}
