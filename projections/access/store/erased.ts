import type { ErasedRow } from '../fold/tables.ts';
import type { StoredTable } from './stored-table.ts';

interface StoredErased {
  readonly subject: string;
  readonly at: number;
}

export const erasedTable: StoredTable<ErasedRow, StoredErased> = {
  name: 'erased',
  columns: { subject: 'text', at: 'bigint' },
  key: ['subject'],
  toRow: (stored, lastOffset) => [stored.subject, { at: stored.at, lastOffset }],
  toStored: (row, key) => ({ subject: key, at: row.at }),
};
