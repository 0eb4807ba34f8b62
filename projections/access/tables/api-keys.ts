import type { ApiKey } from '../model/entities.ts';
import { anyOf, declareTable, type WithLastOffset } from './declare-table.ts';

export interface ApiKeyRow extends Omit<ApiKey, 'secretHash' | 'accountIds'>, WithLastOffset {
  /** Base64. */
  readonly secretHash: string;
  readonly accountIds: readonly string[] | null;
}

export const apiKeys = declareTable<ApiKeyRow>()({
  name: 'api_key',
  columns: {
    id: ['key_id', 'text'],
    prefix: ['prefix', 'text'],
    secretHash: ['secret_hash', 'text'],
    kind: ['kind', 'text'],
    name: ['name', 'text'],
    memberId: ['member_id', 'text'],
    categories: ['categories', 'integer'],
    accountIds: ['account_ids', 'text[]'],
    rateLimitPerMinute: ['rate_limit_per_minute', 'integer'],
    expiresAt: ['expires_at', 'bigint'],
    revoked: ['revoked', 'boolean'],
    createdAt: ['created_at', 'bigint'],
    changedAt: ['changed_at', 'bigint'],
  },
  key: ['id'],
  lookups: {
    prefix: { isIndexed: true, valuesOf: ({ prefix }) => [prefix], condition: anyOf('prefix') },
    member: {
      isIndexed: true,
      valuesOf: ({ memberId }) => (memberId === null ? [] : [memberId]),
      condition: anyOf('member_id'),
    },
  },
});
