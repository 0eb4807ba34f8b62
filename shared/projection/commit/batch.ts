import { messageOf } from '../../errors/errors.ts';
import type { RecordedEvent } from '../../events/event.ts';
import { type StreamRetention, streamDefinition } from '../../events/streams.ts';
import { subjectErased } from '../../log/erase-subjects-from-log.ts';
import type { LogRecord } from '../../log/event-log.ts';
import type { DecodedRecord } from '../../log/journal.ts';
import { subjectOfRecordKey } from '../../log/records/log-entry.ts';
import type { Projection } from '../projection.ts';
import type { Lease } from './lease.ts';

/** A record of a batch, which is folded, parked or skipped. */
export interface BatchRecord {
  readonly lease: Lease;
  readonly offset: number;
  readonly appendTime: number;
  readonly recordTime: number;
  readonly recordId: string;
  readonly subject: string;
  /** Null when there is nothing to fold. */
  readonly event: RecordedEvent | null;
  /** The reason to park the record without a fold; null for other records. */
  readonly refusal: string | null;
  /** Whether this release does not know the type of the record, so that it is skipped. */
  readonly isUnknown: boolean;
  /** Whether the record says that its subject was erased. */
  readonly endsSubject: boolean;
}

/** @param previous record time of the record before the first of `records` */
export function toBatch(
  projection: Projection,
  lease: Lease,
  records: readonly LogRecord[],
  decoded: readonly (DecodedRecord | undefined)[],
  previous: number = lease.checkpoint.recordTime,
): BatchRecord[] {
  const { kept } = streamDefinition(lease.stream);
  let latest = previous;
  return records.map((record, index) => {
    latest = recordTimeOf(kept, latest, record.appendTime);
    return toBatchRecord(projection, lease, record, decoded[index], latest);
  });
}

export function toBatchRecord(
  projection: Projection,
  lease: Lease,
  record: LogRecord,
  decoded: DecodedRecord | undefined,
  recordTime: number,
): BatchRecord {
  if (decoded === undefined) throw new Error('the journal answered fewer outcomes than records');
  const { offset, appendTime, recordId } = record;
  const endsSubject = record.type === subjectErased;
  const isSkipped = endsSubject || decoded.kind === 'skipped' || !projection.handles.includes(record.type);
  return {
    lease,
    offset,
    appendTime,
    recordTime,
    recordId,
    subject: decoded.kind === 'event' ? decoded.event.subject : subjectOfRecordKey(record.key),
    event: isSkipped || decoded.kind !== 'event' ? null : { ...decoded.event, recordTime },
    refusal: isSkipped || decoded.kind !== 'unreadable' ? null : messageOf(decoded.error),
    isUnknown: decoded.kind === 'skipped' && decoded.why === 'unknown-type',
    endsSubject,
  };
}

/**
 * The time of a record as folds see it. On streams that are kept for ever, the time never
 * decreases, even if the log's clock is set back. On other streams, it is the append time, because
 * a rebuild may lack earlier records.
 */
export function recordTimeOf(kept: StreamRetention, previous: number, appendTime: number): number {
  return kept.policy === 'forever' ? Math.max(previous, appendTime) : appendTime;
}
