import { nameKey } from '../../../shared/domain/text.ts';
import type { MemberRow } from '../fold/tables.ts';
import type { StoredTable } from './stored-table.ts';

interface StoredMember {
  readonly member_id: string;
  readonly name: string;
  readonly name_key: string;
  readonly chat_id: string | null;
  readonly time_zone: string;
  readonly active: boolean;
  readonly changed_at: number;
}

export const memberTable: StoredTable<MemberRow, StoredMember> = {
  name: 'member',
  columns: {
    member_id: 'text',
    name: 'text',
    name_key: 'text',
    chat_id: 'text',
    time_zone: 'text',
    active: 'boolean',
    changed_at: 'bigint',
  },
  key: ['member_id'],
  toRow: (stored, lastOffset) => [
    stored.member_id,
    {
      id: stored.member_id,
      name: stored.name,
      chatId: stored.chat_id,
      timeZone: stored.time_zone,
      active: stored.active,
      changedAt: stored.changed_at,
      lastOffset,
    },
  ],
  toStored: (row) => ({
    member_id: row.id,
    name: row.name,
    name_key: nameKey(row.name),
    chat_id: row.chatId,
    time_zone: row.timeZone,
    active: row.active,
    changed_at: row.changedAt,
  }),
};
