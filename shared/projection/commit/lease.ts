import type { StreamName } from '../../events/streams.ts';
import type { ParkedDecisions } from './parked-decisions.ts';

/**
 * A partition of a generation that this process works on, and its progress. Only the functions of
 * this file change a lease.
 */
export interface Lease {
  readonly stream: StreamName;
  readonly partition: number;
  /**
   * Raised each time a process takes the partition. A batch commits only while the stored fence is
   * the same.
   */
  readonly fence: number;
  readonly checkpoint: Checkpoint;
  /** First offset of the log at the last read. Reading starts here when the checkpoint is lower. */
  readonly logStart: number;
  /** Records from this offset on wait for a verification; null without a barrier. */
  readonly barrierAt: number | null;
  /** Later records of these subjects wait behind a parked record. */
  readonly parkedSubjects: ReadonlySet<string>;
  /** The values that the last committed batch read; null when the next batch has to read them. */
  readonly excluded: ExcludedRecords | null;
}

export interface Checkpoint {
  readonly nextOffset: number;
  /** `recordTimeOf` of the record before `nextOffset`; 0 before the first record. */
  readonly recordTime: number;
  /** The log's time of the record before `nextOffset`; null before the first record. */
  readonly lastAppendTime: number | null;
}

/** The records that batches skip, at one revision of the checkpoint. */
export interface ExcludedRecords {
  readonly revision: number;
  readonly erased: ReadonlySet<string>;
  readonly decisions: ParkedDecisions;
}

export interface TakenPartition extends Pick<Lease, 'stream' | 'partition' | 'fence' | 'checkpoint'> {
  readonly barrierAt?: number | null;
  readonly parkedSubjects?: ReadonlySet<string>;
}

export function newLease({ barrierAt = null, parkedSubjects = new Set(), ...taken }: TakenPartition): Lease {
  return { ...taken, logStart: 0, barrierAt, parkedSubjects, excluded: null };
}

export function noteCommit(lease: Lease, checkpoint: Checkpoint, parked: readonly string[]): void {
  const parkedSubjects =
    parked.length === 0 ? lease.parkedSubjects : lease.parkedSubjects.union(new Set(parked));
  change(lease, { checkpoint, parkedSubjects });
}

export function noteLogStart(lease: Lease, logStart: number): void {
  change(lease, { logStart });
}

/** @returns whether the barrier changed */
export function noteBarrier(lease: Lease, barrierAt: number | null): boolean {
  const isOther = lease.barrierAt !== barrierAt;
  change(lease, { barrierAt });
  return isOther;
}

export function noteParkedSubjects(lease: Lease, parkedSubjects: ReadonlySet<string>): void {
  change(lease, { parkedSubjects });
}

export function noteExcluded(lease: Lease, excluded: ExcludedRecords | null): void {
  change(lease, { excluded });
}

type Writable = { -readonly [Field in keyof Lease]: Lease[Field] };

function change(lease: Writable, to: Partial<Lease>): void {
  Object.assign(lease, to);
}
