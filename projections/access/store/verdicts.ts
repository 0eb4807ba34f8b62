import type { VerdictRow } from '../fold/tables.ts';
import type { Refusal } from '../refusal.ts';
import type { StoredTable } from './stored-table.ts';

interface StoredVerdict {
  readonly record_id: string;
  readonly refusal: Refusal | null;
}

export const verdictTable: StoredTable<VerdictRow, StoredVerdict> = {
  name: 'verdict',
  columns: { record_id: 'text', refusal: 'text' },
  key: ['record_id'],
  toRow: (stored, lastOffset) => [stored.record_id, { refusal: stored.refusal, lastOffset }],
  toStored: (row, key) => ({ record_id: key, refusal: row.refusal }),
};
