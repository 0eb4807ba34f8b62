import type { Partition, StreamName } from '../events/streams.ts';

/**
 * The port of the log: append-only streams of partitions, stored in PostgreSQL or Kafka. Every adapter passes
 * `event-log.contract.ts`. Times are epoch milliseconds, offsets start at 0.
 */
export interface EventLog {
  /** Creates missing streams and checks existing ones. @throws when a stream differs from the catalogue */
  ensureStreams(): Promise<void>;

  /**
   * Appends in the given order, all or nothing per stream and partition, and resolves when everything is durable.
   * Concurrent calls share a commit. The queue is bounded.
   * @returns one position for each record, in the order given
   * @throws LogUnavailable when it is not appended within `deadlineMs`; parts that were appended by then stay
   */
  append(records: readonly LogEntry[], options?: AppendOptions): Promise<readonly Position[]>;

  /**
   * Appends records with the times that they already have, to move a log or to write a simulated past. Nobody else may
   * write meanwhile, and afterwards `ensureStreams` has to be called, because until then Kafka keeps using the writers'
   * times. Makes missing streams, even if there is nothing to append. Times that fall within a partition are kept as they
   * are: a log on Kafka has such, where a leader moved to a broker whose clock is behind, or a clock was set back.
   */
  import(records: readonly TimedEntry[]): Promise<readonly Position[]>;

  /**
   * Reads one page from each of the given positions. When none has a record, waits up to `waitMs` for one. Offsets within a
   * partition may have gaps from compaction, but no record ever appears below an offset that was already read.
   * @returns one page per position, in the order given
   * @throws LogUnavailable when the log cannot be read now; OperatorError when records are on damaged pages; the signal's
   * reason when it is aborted
   */
  read(positions: readonly ReadPosition[], options: ReadOptions): Promise<readonly Page[]>;

  /**
   * Reads records of one partition to copy them, without taking each apart: those from the position on and below `past`, in
   * order, as the bytes of `record-columns.ts`.
   * @returns null when there are none
   * @throws LogUnavailable when they cannot be read now, or the partition ends below `past`
   */
  readColumns(position: ReadPosition, wanted: ColumnsWanted): Promise<RecordColumns | null>;

  /**
   * Reads the stored packs (`pack.ts`) without taking them apart. `maxBytes` bounds the packed bytes; unpacked they are at
   * most 8 MB and one pack. Each was opened once, so that none is copied that is damaged.
   * @returns null when the first record is not in a pack
   * @throws LogUnavailable when they cannot be read now; OperatorError when a pack is damaged
   */
  readPacks(position: ReadPosition, wanted: ColumnsWanted): Promise<readonly PackBytes[] | null>;

  /** First kept and next offset of every partition of the given streams. Every record acknowledged by now is below it. */
  ends(streams: readonly StreamName[]): Promise<readonly PartitionEnds[]>;

  /** A name that no other log has. */
  identity(): Promise<string>;

  /**
   * Whether the log came back from a backup since `markInUse`: it may lack records that were appended, and nothing in it
   * says so. A log that is lost apart from the database is noticed by its ends instead.
   */
  wasRestored(): Promise<boolean>;

  /** Notes that this copy of the log is the one in use. */
  markInUse(): Promise<void>;

  /** Deletes what the catalogue does not keep, as far as nobody else does. A bounded amount of work; safe when raced. */
  maintain(): Promise<void>;

  /**
   * Looks whether the store still keeps what the catalogue says, and repairs what can be repaired without a loss. For
   * the process that maintains the log, while no import is under way. @throws LogUnavailable
   */
  inspect(): Promise<readonly LogFinding[]>;

  /**
   * Empties the records of subjects where records can be changed: their values are gone, offset, id and time stay. Where
   * they cannot, as on Kafka, what is sealed stays and cannot be read once its data key is destroyed.
   * @returns how many records were emptied now
   * @throws OperatorError `log_damaged` when some could not be read, after all others were emptied
   */
  emptyRecords(subjects: readonly string[]): Promise<number>;

  close(): Promise<void>;
}

/** The code of the OperatorError for records that are on damaged pages. */
export const logDamaged = 'log_damaged';

/** Something about the store of a stream that an operator has to know. */
export interface LogFinding {
  /** A changed setting was set back; the others stay found until they are mended. */
  readonly kind: 'setting_changed' | 'surplus_partitions' | 'replicas_behind' | 'records_lost';
  readonly stream: StreamName;
  /** Settings, partitions, or records. */
  readonly count: number;
  /** One line: what happened, what to do. */
  readonly message: string;
}

/** A record to append. On a compacted stream a null `value` deletes the key. */
export interface LogEntry {
  readonly stream: StreamName;
  readonly partition: number;
  readonly key: string;
  readonly recordId: string;
  readonly type: string;
  readonly version: number;
  readonly source: string;
  readonly value: Buffer | null;
  /** The id of the data key that `value` is encrypted with, on sealed streams. */
  readonly keyId: string | null;
}

/** A record to import, with the time it already has. */
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

/** A position to read from; `offset` is the first one wanted. */
export interface ReadPosition extends Partition {
  readonly offset: number;
}

export interface Page extends Partition {
  readonly records: readonly LogRecord[];
  /** The first offset that the log still has. If it is above the wanted one, records are gone. */
  readonly start: number;
  /** The next offset of the partition. If it is below the wanted one, this is another log; adapters make sure first. */
  readonly end: number;
  /**
   * Whether the read reached `end`, which never falls within this process. For a moment it may lack records that were
   * acknowledged to other processes, so code that concludes something from a missing record has to ask for `ends` first
   * (`read-to-end.ts`).
   */
  readonly reachedEnd: boolean;
}

export interface PartitionEnds extends Partition {
  readonly start: number;
  readonly end: number;
}

/** Below the 5 s after which a plugin gives up. */
export const appendDeadlineDefaultMs = 4_500;

export interface AppendOptions {
  /** How long the caller waits; `appendDeadlineDefaultMs` when not given. */
  readonly deadlineMs?: number;
}

export interface ReadOptions {
  /** Maximum number of records in all pages together. */
  readonly maxRecords: number;
  readonly waitMs: number;
  readonly signal?: AbortSignal;
}

/** What of a partition is read as columns. */
export interface ColumnsWanted {
  readonly past: number;
  readonly maxRecords: number;
  /** Bytes of all values together; the last record may exceed it. */
  readonly maxBytes: number;
  /** Subjects whose records are to come without values. */
  readonly without: readonly string[];
}

export interface RecordColumns {
  /** How many, at least one. */
  readonly records: number;
  /** The first and the last offset of the records. */
  readonly first: number;
  readonly last: number;
  readonly bytes: Buffer;
}

/** Records as a pack, whose first offset is known from elsewhere. */
export interface PackBytes {
  /** How many. */
  readonly records: number;
  readonly bytes: Buffer;
}

/** Whether a reader has to get this page at once: it has records, or its ends do not include the `wanted` offset. */
export function hasNews({ records, start, end }: Page, wanted: number): boolean {
  return records.length > 0 || start > wanted || end < wanted;
}
