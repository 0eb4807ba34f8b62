import type { KeyRow } from '../fold/tables.ts';
import type { StoredTable } from './stored-table.ts';

interface StoredKey {
  readonly key_id: string;
  readonly prefix: string;
  readonly secret_hash: string;
  readonly kind: 'user' | 'service';
  readonly name: string;
  readonly member_id: string | null;
  readonly categories: number;
  readonly account_ids: readonly string[] | null;
  readonly rate_limit_per_minute: number;
  readonly expires_at: number | null;
  readonly revoked: boolean;
  readonly created_at: number;
  readonly changed_at: number;
}

export const keyTable: StoredTable<KeyRow, StoredKey> = {
  name: 'api_key',
  columns: {
    key_id: 'text',
    prefix: 'text',
    secret_hash: 'text',
    kind: 'text',
    name: 'text',
    member_id: 'text',
    categories: 'integer',
    account_ids: 'text[]',
    rate_limit_per_minute: 'integer',
    expires_at: 'bigint',
    revoked: 'boolean',
    created_at: 'bigint',
    changed_at: 'bigint',
  },
  key: ['key_id'],
  toRow: (stored, lastOffset) => [
    stored.key_id,
    {
      id: stored.key_id,
      prefix: stored.prefix,
      secretHash: stored.secret_hash,
      kind: stored.kind,
      name: stored.name,
      memberId: stored.member_id,
      categories: stored.categories,
      accountIds: stored.account_ids,
      rateLimitPerMinute: stored.rate_limit_per_minute,
      expiresAt: stored.expires_at,
      revoked: stored.revoked,
      createdAt: stored.created_at,
      changedAt: stored.changed_at,
      lastOffset,
    },
  ],
  toStored: (row) => ({
    key_id: row.id,
    prefix: row.prefix,
    secret_hash: row.secretHash,
    kind: row.kind,
    name: row.name,
    member_id: row.memberId,
    categories: row.categories,
    account_ids: row.accountIds,
    rate_limit_per_minute: row.rateLimitPerMinute,
    expires_at: row.expiresAt,
    revoked: row.revoked,
    created_at: row.createdAt,
    changed_at: row.changedAt,
  }),
};
