import { decisionKey, type ParkedDecisionRow } from '../fold/tables.ts';
import type { StoredTable } from './stored-table.ts';

interface StoredDecision {
  readonly projection: string;
  readonly record_id: string;
  readonly record_offset: number;
  readonly decision: 'retry' | 'drop';
}

export const parkedDecisionTable: StoredTable<ParkedDecisionRow, StoredDecision> = {
  name: 'parked_decision',
  columns: { projection: 'text', record_id: 'text', record_offset: 'bigint', decision: 'text' },
  key: ['projection', 'record_id', 'record_offset'],
  toRow: (stored, lastOffset) => {
    const { projection, record_id: recordId, record_offset: recordOffset, decision } = stored;
    const row = { projection, recordId, recordOffset, decision, lastOffset };
    return [decisionKey(row), row];
  },
  toStored: (row) => ({
    projection: row.projection,
    record_id: row.recordId,
    record_offset: row.recordOffset,
    decision: row.decision,
  }),
};
