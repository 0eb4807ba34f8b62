import type { Partition, StreamName } from '../events/streams.ts';

/**
 * The port of the log: append-only streams of partitions, in PostgreSQL or Kafka. Times are epoch
 * milliseconds, offsets start at 0.
 */
export interface EventLog {
  /**
   * Creates missing streams.
   * @throws when an existing stream differs from the catalogue
   */
  ensureStreams(): Promise<void>;

  /**
   * Appends in the given order, all or nothing per stream and partition. Resolves when everything
   * is durable.
   * @returns one position for each record, in the order given
   * @throws LogUnavailable when too many records wait, or `deadlineMs` passed; some partitions may
   * have their records by then
   */
  append(records: readonly LogEntry[], options?: AppendOptions): Promise<readonly Position[]>;

  /**
   * Appends records with their own times, which may decrease. Kafka also creates missing streams,
   * even without records.
   *
   * Nobody else may write at the same time. Call `ensureStreams` afterwards: until then Kafka uses
   * the times of writers.
   */
  import(records: readonly TimedEntry[]): Promise<readonly Position[]>;

  /**
   * Reads one page from each position. Waits up to `waitMs` for the first record. Offsets may have
   * gaps, but no record ever appears below an offset that was already read.
   * @returns one page per position, in the order given
   * @throws LogUnavailable; OperatorError for damaged records; the reason of an aborted signal
   */
  read(positions: readonly ReadPosition[], options: ReadOptions): Promise<readonly Page[]>;

  /**
   * Reads records of one partition, from the position on and below `past`, as the bytes of
   * `record-columns.ts`.
   * @returns null without records
   * @throws LogUnavailable, also when the partition ends below `past`
   */
  readColumns(position: ReadPosition, wanted: ColumnsRequest): Promise<RecordColumns | null>;

  /**
   * Reads stored packs (`pack.ts`). `maxBytes` bounds the packed bytes, and an adapter also bounds
   * the unpacked bytes. Opens each pack, so that no damaged pack is copied.
   * @returns null when the first record is not in a pack
   * @throws LogUnavailable; OperatorError for a damaged pack
   */
  readPacks(position: ReadPosition, wanted: ColumnsRequest): Promise<readonly PackBytes[] | null>;

  /** First kept and next offset of every partition. All acknowledged records are below the end. */
  ends(streams: readonly StreamName[]): Promise<readonly PartitionEnds[]>;

  /** A name that no other log has. */
  identity(): Promise<string>;

  /**
   * Whether the log came back from a copy since `markInUse`, so that it may lack appended records.
   * Always false for a log outside the database.
   */
  wasRestored(): Promise<boolean>;

  markInUse(): Promise<void>;

  /**
   * Deletes records that the catalogue does not keep, unless the store does. Deletes nothing in a
   * log that was opened without a retention. Packs records that are kept for ever. Does a bounded
   * amount of work. Several processes may call it at the same time.
   */
  maintain(): Promise<void>;

  /**
   * Checks what the store keeps, and repairs settings. Call this in the process that maintains the
   * log, and not during an import.
   * @throws LogUnavailable
   */
  inspect(): Promise<readonly LogFinding[]>;

  /**
   * Removes the values of the records of subjects. Offset, id and time stay. Kafka keeps sealed
   * values, which cannot be read without their data key.
   * @returns the number of records that were emptied now
   * @throws OperatorError `log_damaged` after all readable records were emptied
   */
  emptyRecords(subjects: readonly string[]): Promise<number>;

  close(): Promise<void>;
}

export const logDamagedCode = 'log_damaged';

export interface LogFinding {
  /** Only a changed setting is repaired already. */
  readonly kind: 'setting_changed' | 'surplus_partitions' | 'replicas_behind' | 'records_lost';
  readonly stream: StreamName;
  /** Settings, partitions, or records. */
  readonly count: number;
  /** One line: what happened, what to do. */
  readonly message: string;
}

/** On a compacted stream a null `value` deletes the record key. */
export interface LogEntry {
  readonly stream: StreamName;
  readonly partition: number;
  readonly key: string;
  readonly recordId: string;
  readonly type: string;
  readonly version: number;
  readonly source: string;
  readonly value: Buffer | null;
  /** The data key of `value`, on sealed streams. */
  readonly keyId: string | null;
}

export interface TimedEntry extends LogEntry {
  readonly appendTime: number;
}

export interface LogRecord extends TimedEntry {
  readonly offset: number;
}

export interface Position extends ReadPosition {
  readonly appendTime: number;
}

/** `offset` is the first wanted offset. */
export interface ReadPosition extends Partition {
  readonly offset: number;
}

export interface Page extends PartitionEnds {
  readonly records: readonly LogRecord[];
  /** The first kept offset. A start above the wanted offset means that records were deleted. */
  readonly start: number;
  /**
   * The next offset of the partition. An end below the wanted offset means another log, so an
   * adapter confirms such an end before it returns the page.
   */
  readonly end: number;
  /**
   * Whether the read reached `end`. `end` may lack the newest records of other processes. Read
   * `ends` first to conclude something from a missing record (`read-to-end.ts`).
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
  /** Default: `appendDeadlineDefaultMs`. */
  readonly deadlineMs?: number;
}

export interface ReadOptions {
  /** In all pages together. */
  readonly maxRecords: number;
  readonly waitMs: number;
  readonly signal?: AbortSignal;
}

export interface ColumnsRequest {
  /** The first offset that is not wanted. */
  readonly past: number;
  readonly maxRecords: number;
  /** Bytes of all values together; the last record may exceed it. */
  readonly maxBytes: number;
  /** Subjects whose records come without values. */
  readonly without: readonly string[];
}

export interface RecordColumns {
  /** At least one. */
  readonly records: number;
  /** The first and the last offset. */
  readonly first: number;
  readonly last: number;
  readonly bytes: Buffer;
}

export interface PackBytes {
  readonly records: number;
  readonly bytes: Buffer;
}

/** Whether the page has records, or its ends do not include the `wanted` offset. */
export function hasNews({ records, start, end }: Page, wanted: number): boolean {
  return records.length > 0 || start > wanted || end < wanted;
}

/** Whether the store answered. An end below the `wanted` offset means another log. */
export function isAnswer({ records, reachedEnd, end }: Page, wanted: number): boolean {
  return records.length > 0 || reachedEnd || end < wanted;
}
