import type { StreamName } from '../../events/streams.ts';
import type { ParkedDecisions } from './parked-decisions.ts';

/**
 * A partition of a generation that this process works on, and how far it is. Taking leases, reading and committing all use
 * it, and change it only by the functions of this file.
 */
export interface Lease {
  readonly stream: StreamName;
  readonly partition: number;
  /** Raised each time a process takes the partition: a batch commits only while the stored one is the same. */
  readonly fence: number;
  readonly checkpoint: Checkpoint;
  /** First offset that the log had at the last read. Reading starts here if the records before it have expired. */
  readonly logStart: number;
  /** The barrier of a verification: records from this offset on wait. Null when there is none. */
  readonly barrierAt: number | null;
  /** Subjects with a parked record in this partition: their later records wait behind it. */
  readonly parkedSubjects: ReadonlySet<string>;
  /** What batches skip, as the last committed one read it; null when the next one has to read it. */
  readonly leftOut: ExcludedRecords | null;
}

export interface Checkpoint {
  readonly nextOffset: number;
  /** The time of the last record that was read; 0 before the first. */
  readonly recordTime: number;
  /** The log's own time of the record before `nextOffset`; null before the first. */
  readonly lastAppendTime: number | null;
}

/** What the batches of a partition skip, as of a revision of its checkpoint. */
export interface ExcludedRecords {
  readonly revision: number;
  readonly erased: ReadonlySet<string>;
  readonly decisions: ParkedDecisions;
}

/** A partition as it was taken. */
export interface TakenPartition extends Pick<Lease, 'stream' | 'partition' | 'fence' | 'checkpoint'> {
  readonly barrierAt?: number | null;
  readonly parkedSubjects?: ReadonlySet<string>;
}

export function newLease({ barrierAt = null, parkedSubjects = new Set(), ...taken }: TakenPartition): Lease {
  return { ...taken, logStart: 0, barrierAt, parkedSubjects, leftOut: null };
}

/** Notes that a batch has committed. */
export function noteCommit(lease: Lease, checkpoint: Checkpoint, parked: readonly string[]): void {
  const parkedSubjects =
    parked.length === 0 ? lease.parkedSubjects : lease.parkedSubjects.union(new Set(parked));
  change(lease, { checkpoint, parkedSubjects });
}

export function noteLogStart(lease: Lease, logStart: number): void {
  change(lease, { logStart });
}

/** @returns whether the barrier is another than before */
export function noteBarrier(lease: Lease, barrierAt: number | null): boolean {
  const isOther = lease.barrierAt !== barrierAt;
  change(lease, { barrierAt });
  return isOther;
}

export function noteParkedSubjects(lease: Lease, parkedSubjects: ReadonlySet<string>): void {
  change(lease, { parkedSubjects });
}

export function noteExcluded(lease: Lease, leftOut: ExcludedRecords | null): void {
  change(lease, { leftOut });
}

type Writable = { -readonly [Field in keyof Lease]: Lease[Field] };

function change(lease: Writable, to: Partial<Lease>): void {
  Object.assign(lease, to);
}
