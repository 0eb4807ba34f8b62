import type { RecordedEventOf } from '../../../shared/events/event.ts';
import type { parkedRecordDropped } from '../../../shared/events/parked-record-dropped.ts';
import type { parkedRecordRetried } from '../../../shared/events/parked-record-retried.ts';
import { type AccessTables, decisionKey, put } from './tables.ts';

/** Keeps a decision for the engine, which carries it out in each of the projections, in every rebuild too. */
export function decideParked(
  tables: AccessTables,
  event: RecordedEventOf<typeof parkedRecordDropped> | RecordedEventOf<typeof parkedRecordRetried>,
): AccessTables {
  const { record_id: recordId, projections, offset: recordOffset } = event.data;
  const decision = event.type === 'parked-record-dropped' ? 'drop' : 'retry';
  let decided = tables;
  for (const projection of projections) {
    const row = { projection, recordId, recordOffset, decision } as const;
    decided = put(decided, event, 'parkedDecisions', decisionKey(row), row);
  }
  return decided;
}
