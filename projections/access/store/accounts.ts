import type { IdentitySource } from '../../../shared/domain/account-id.ts';
import { type Account, identityKey } from '../directory/directory.ts';
import type { AccountRow, IdentityRow } from '../fold/tables.ts';
import type { StoredTable } from './stored-table.ts';

interface StoredAccount {
  readonly account_id: string;
  readonly name: string | null;
  readonly name_key: string | null;
  readonly type: number | null;
  readonly ha_hash: string | null;
  readonly dink_hash: string | null;
  readonly first_seen: number;
  readonly owner_id: string | null;
  readonly contributor_ids: readonly string[];
  readonly blocked_ids: readonly string[];
  readonly sharing: Account['sharing'];
  readonly changed_at: number;
}

export const accountTable: StoredTable<AccountRow, StoredAccount> = {
  name: 'account',
  columns: {
    account_id: 'text',
    name: 'text',
    name_key: 'text',
    type: 'integer',
    ha_hash: 'text',
    dink_hash: 'text',
    first_seen: 'bigint',
    owner_id: 'text',
    contributor_ids: 'text[]',
    blocked_ids: 'text[]',
    sharing: 'jsonb',
    changed_at: 'bigint',
  },
  key: ['account_id'],
  toRow: (stored, lastOffset) => [
    stored.account_id,
    {
      id: stored.account_id,
      name: stored.name,
      nameKey: stored.name_key,
      type: stored.type,
      haHash: stored.ha_hash,
      dinkHash: stored.dink_hash,
      firstSeen: stored.first_seen,
      ownerId: stored.owner_id,
      contributorIds: stored.contributor_ids,
      blockedIds: stored.blocked_ids,
      sharing: stored.sharing,
      changedAt: stored.changed_at,
      lastOffset,
    },
  ],
  toStored: (row) => ({
    account_id: row.id,
    name: row.name,
    name_key: row.nameKey,
    type: row.type,
    ha_hash: row.haHash,
    dink_hash: row.dinkHash,
    first_seen: row.firstSeen,
    owner_id: row.ownerId,
    contributor_ids: row.contributorIds,
    blocked_ids: row.blockedIds,
    sharing: row.sharing,
    changed_at: row.changedAt,
  }),
};

interface StoredIdentity {
  readonly source: IdentitySource;
  readonly external_id: string;
  readonly account_id: string;
  readonly member_ids: readonly string[];
}

export const identityTable: StoredTable<IdentityRow, StoredIdentity> = {
  name: 'identity',
  columns: {
    source: 'text',
    external_id: 'text',
    account_id: 'text',
    member_ids: 'text[]',
  },
  key: ['source', 'external_id'],
  toRow: (stored, lastOffset) => [
    identityKey(stored.source, stored.external_id),
    {
      source: stored.source,
      externalId: stored.external_id,
      accountId: stored.account_id,
      memberIds: stored.member_ids,
      lastOffset,
    },
  ],
  toStored: (row) => ({
    source: row.source,
    external_id: row.externalId,
    account_id: row.accountId,
    member_ids: row.memberIds,
  }),
};
