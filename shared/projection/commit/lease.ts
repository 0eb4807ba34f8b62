import type { StreamName } from '../../events/streams.ts';

/** A partition of a generation that this process works on, and how far it is there. */
export interface Lease {
  readonly stream: StreamName;
  readonly partition: number;
  /** The number of this taking: a batch commits only while the stored one is the same. */
  readonly epoch: number;
  /** Replaced after each commit. */
  checkpoint: Checkpoint;
  /** First offset that the log had at the last read; where reading starts, when records before it expired. */
  logStart: number;
  /** A barrier of a verification: records from this offset on wait. Null when there is none. */
  holdAt: number | null;
  /** Subjects with a parked record in this partition: their later records wait behind it. */
  readonly parkedSubjects: Set<string>;
}

export interface Checkpoint {
  readonly nextOffset: number;
  /** Of the last record that was read; 0 before the first. */
  readonly recordTime: number;
  /** The log's own time of the record before `nextOffset`; null before the first. */
  readonly lastAppendTime: number | null;
}
