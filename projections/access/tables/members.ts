import type { Member } from '../model/entities.ts';
import { anyValue, declareTable, type WithLastOffset } from './declare-table.ts';

export interface MemberRow extends Member, WithLastOffset {
  /** `nameKey` of the name. */
  readonly nameKey: string;
}

export const members = declareTable<MemberRow>()({
  name: 'member',
  columns: {
    id: ['member_id', 'text'],
    name: ['name', 'text'],
    nameKey: ['name_key', 'text'],
    chatId: ['chat_id', 'text'],
    timeZone: ['time_zone', 'text'],
    defaultSharing: ['default_sharing', 'jsonb'],
    active: ['active', 'boolean'],
    changedAt: ['changed_at', 'bigint'],
  },
  key: ['id'],
  lookups: {
    activeName: {
      isIndexed: true,
      valuesOf: ({ active, nameKey }) => (active ? [nameKey] : []),
      condition: (values) => `active and name_key = any(${values})`,
    },
    activeChatId: {
      isIndexed: true,
      valuesOf: ({ active, chatId }) => (active && chatId !== null ? [chatId] : []),
      condition: (values) => `active and chat_id = any(${values})`,
    },
  },
});

export interface AdminRow extends WithLastOffset {
  readonly memberId: string;
  /** False after the mark was removed. */
  readonly admin: boolean;
}

export const admins = declareTable<AdminRow>()({
  name: 'admin',
  columns: { memberId: ['member_id', 'text'], admin: ['is_admin', 'boolean'] },
  key: ['memberId'],
  lookups: {
    marked: {
      valuesOf: ({ admin }) => (admin ? [anyValue] : []),
      condition: (values) => `is_admin and '${anyValue}' = any(${values})`,
    },
  },
});
