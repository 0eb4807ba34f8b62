import type { Partition } from '../../events/streams.ts';
import type { ParkedDecisions } from './parked-decisions.ts';

/** A partition, and how far a generation has projected it. */
export interface ProjectedPlace extends Partition {
  readonly checkpoint: Checkpoint;
}

/**
 * A partition of a generation that this process works on, and its progress. Only the functions of
 * this file change a lease.
 */
export interface Lease extends ProjectedPlace {
  /**
   * Raised each time a process takes the partition. A batch commits only while the stored fence is
   * the same.
   */
  readonly fence: number;
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

/** SQL of the members of a `Checkpoint`, from rows `c` of `projection.checkpoint`. */
export const checkpointColumns =
  'c.next_offset as "nextOffset", c.record_time as "recordTime", c.last_append_time as "lastAppendTime"';

/** The records that batches skip, at one revision of the checkpoint. */
export interface ExcludedRecords {
  readonly revision: number;
  readonly erased: ReadonlySet<string>;
  readonly decisions: ParkedDecisions;
}

export interface TakenPartition extends ProjectedPlace, Pick<Lease, 'fence'> {
  readonly barrierAt?: number | null;
  readonly parkedSubjects?: ReadonlySet<string>;
}

export function newLease({ barrierAt = null, parkedSubjects = new Set(), ...taken }: TakenPartition): Lease {
  return { ...taken, logStart: 0, barrierAt, parkedSubjects, excluded: null };
}

export function noteCommit(lease: Lease, checkpoint: Checkpoint, parked: readonly string[]): void {
  const parkedSubjects =
    parked.length === 0 ? lease.parkedSubjects : lease.parkedSubjects.union(new Set(parked));
  note(lease, { checkpoint, parkedSubjects });
}

/** @returns whether the barrier changed */
export function noteBarrier(lease: Lease, barrierAt: number | null): boolean {
  const isOther = lease.barrierAt !== barrierAt;
  note(lease, { barrierAt });
  return isOther;
}

export function note(lease: Lease, to: Partial<Lease>): void {
  Object.assign(lease, to);
}
