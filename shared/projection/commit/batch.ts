import { messageOf } from '../../errors.ts';
import type { RecordedEvent } from '../../events/event.ts';
import { type StreamRetention, streamDefinition } from '../../events/streams.ts';
import { subjectErased } from '../../log/end-subjects.ts';
import type { LogRecord } from '../../log/event-log.ts';
import type { Decoded } from '../../log/journal.ts';
import { subjectOf } from '../../log/log-entry.ts';
import type { Projection } from '../projection.ts';
import type { Lease } from './lease.ts';

/** A record of a batch: an event to fold, a record to park, or one that this projection skips. */
export interface BatchRecord {
  readonly lease: Lease;
  readonly offset: number;
  readonly appendTime: number;
  readonly recordTime: number;
  readonly recordId: string;
  readonly subject: string;
  /** Null when there is nothing to fold. */
  readonly event: RecordedEvent | null;
  /** Why it must be parked; null when folding it may be tried. */
  readonly refusal: string | null;
  /** Whether the record says that its subject was erased. */
  readonly endsSubject?: boolean;
}

/** The records read for one lease, decoded, with their record times. */
export function toBatch(
  projection: Projection,
  lease: Lease,
  records: readonly LogRecord[],
  decoded: readonly Decoded[],
): BatchRecord[] {
  const { kept } = streamDefinition(lease.stream);
  let previous = lease.checkpoint.recordTime;
  return records.map((record, index) => {
    const recordTime = recordTimeOf(kept, previous, record.appendTime);
    previous = recordTime;
    return toBatchRecord(projection, lease, record, decoded[index], recordTime);
  });
}

export function toBatchRecord(
  projection: Projection,
  lease: Lease,
  record: LogRecord,
  decoded: Decoded | undefined,
  recordTime: number,
): BatchRecord {
  const { offset, appendTime, recordId } = record;
  const place = { lease, offset, appendTime, recordTime, recordId, subject: subjectOf(record.key) };
  return { ...place, ...outcomeOf(projection, record, decoded, recordTime) };
}

function outcomeOf(
  projection: Projection,
  record: LogRecord,
  decoded: Decoded | undefined,
  recordTime: number,
): Pick<BatchRecord, 'event' | 'refusal' | 'endsSubject'> {
  if (decoded === undefined) throw new Error('the journal answered fewer outcomes than records');
  if (record.type === subjectErased) return { event: null, refusal: null, endsSubject: true };
  const passesBy = !projection.handles.includes(record.type) || decoded.kind === 'skipped';
  if (passesBy) return { event: null, refusal: null };
  if (decoded.kind === 'unreadable') return { event: null, refusal: messageOf(decoded.error) };
  return { event: { ...decoded.event, recordTime }, refusal: null };
}

/**
 * The time of a record as folds see it. On streams that are kept for ever it never decreases within a partition, even if the
 * log's clock was set back: it is the largest append time so far. On other streams it is the record's own append time,
 * because a rebuild may not have the records before it.
 */
export function recordTimeOf(kept: StreamRetention, previous: number, appendTime: number): number {
  return kept.policy === 'forever' ? Math.max(previous, appendTime) : appendTime;
}
