import type { IdentitySource } from '../../../shared/domain/account-id.ts';
import { type Account, identityKey } from '../model/entities.ts';
import { membersIn } from '../model/sharing.ts';
import { anyOf, declareTable, type WithLastOffset } from './declare-table.ts';

export type AccountRow = Omit<Account, 'accountHash'> & WithLastOffset;

export const accounts = declareTable<AccountRow>()({
  name: 'account',
  columns: {
    id: ['account_id', 'text'],
    name: ['name', 'text'],
    nameKey: ['name_key', 'text'],
    namedAt: ['named_at', 'bigint'],
    type: ['type', 'integer'],
    haHash: ['ha_hash', 'text'],
    dinkHash: ['dink_hash', 'text'],
    firstSeen: ['first_seen', 'bigint'],
    ownerId: ['owner_id', 'text'],
    contributorIds: ['contributor_ids', 'text[]'],
    blockedIds: ['blocked_ids', 'text[]'],
    sharing: ['sharing', 'jsonb'],
    changedAt: ['changed_at', 'bigint'],
  },
  key: ['id'],
  lookups: {
    name: {
      isIndexed: true,
      valuesOf: ({ nameKey }) => (nameKey === null ? [] : [nameKey]),
      condition: anyOf('name_key'),
    },
    reporter: {
      valuesOf: ({ ownerId, contributorIds }) => [...(ownerId === null ? [] : [ownerId]), ...contributorIds],
      condition: (values) => `owner_id = any(${values}) or contributor_ids && ${values}`,
    },
    blockedOrSharedWith: {
      valuesOf: ({ blockedIds, sharing }) => [...blockedIds, ...Object.values(sharing).flatMap(membersIn)],
      condition: (values) => `blocked_ids && ${values} or exists (
        select
        from jsonb_each(sharing) as shared
        where shared.value -> 'with' ?| ${values} or shared.value -> 'changedFor' ?| ${values}
      )`,
    },
  },
});

export interface IdentityRow extends WithLastOffset {
  readonly source: IdentitySource;
  readonly externalId: string;
  readonly accountId: string;
  readonly memberIds: readonly string[];
}

export const identities = declareTable<IdentityRow>()({
  name: 'identity',
  columns: {
    source: ['source', 'text'],
    externalId: ['external_id', 'text'],
    accountId: ['account_id', 'text'],
    memberIds: ['member_ids', 'text[]'],
  },
  key: ['source', 'externalId'],
  keyOf: ({ source, externalId }) => identityKey(source, externalId),
  // A source never contains a space, but an external id may.
  keyCondition: (values) => `(source, external_id) in (
    select split_part(value, ' ', 1), substr(value, strpos(value, ' ') + 1) from unnest(${values}) as value
  )`,
  lookups: {
    account: { valuesOf: ({ accountId }) => [accountId], condition: anyOf('account_id') },
    reporter: { valuesOf: ({ memberIds }) => memberIds, condition: (values) => `member_ids && ${values}` },
  },
});
