import type { DecommissionRow } from '../fold/tables.ts';
import type { StoredTable } from './stored-table.ts';

interface StoredDecommission {
  readonly hub: string;
  readonly is_on: boolean;
  readonly since: number;
}

export const decommissionTable: StoredTable<DecommissionRow, StoredDecommission> = {
  name: 'decommission',
  columns: { hub: 'text', is_on: 'boolean', since: 'bigint' },
  key: ['hub'],
  toRow: (stored, lastOffset) => [stored.hub, { on: stored.is_on, since: stored.since, lastOffset }],
  toStored: (row, key) => ({ hub: key, is_on: row.on, since: row.since }),
};
