import type { Refusal } from '../fold/refusal.ts';
import type { VerdictRow } from '../fold/tables.ts';
import type { StoredTable } from './stored-table.ts';

interface StoredVerdict {
  readonly record_id: string;
  readonly subject: string;
  readonly refusal: Refusal | null;
}

export const verdictTable: StoredTable<VerdictRow, StoredVerdict> = {
  name: 'verdict',
  columns: { record_id: 'text', subject: 'text', refusal: 'text' },
  key: ['record_id'],
  toRow: (stored, lastOffset) => [
    stored.record_id,
    { subject: stored.subject, refusal: stored.refusal, lastOffset },
  ],
  toStored: (row, key) => ({ record_id: key, subject: row.subject, refusal: row.refusal }),
};
