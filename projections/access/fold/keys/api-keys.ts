import { maskOf } from '../../../../shared/domain/category.ts';
import { userApiKeysMax } from '../../../../shared/domain/member.ts';
import type {
  apiKeyChanged,
  apiKeyCreated,
  apiKeyRevoked,
} from '../../../../shared/events/membership/api-keys.ts';
import type { ApiKeyRow } from '../../tables/api-keys.ts';
import { activeMember } from '../members/members.ts';
import { fieldOf, need } from '../needs.ts';
import type { CommandRule, RuleRows } from '../rule.ts';

export const apiKeyCreatedRule: CommandRule<typeof apiKeyCreated> = {
  needs: ({ data }) => [
    need('keys', 'prefix', data.prefix),
    ...(data.member_id === null
      ? []
      : [need('members', 'key', data.member_id), need('keys', 'member', data.member_id)]),
  ],
  decide: (rows, { data, recordTime }) => {
    if (rows.find('keys', 'prefix', data.prefix).length > 0) return 'prefix_taken';
    if (data.kind === 'user') {
      const member = data.member_id === null ? 'unknown_member' : activeMember(rows, data.member_id);
      if (typeof member === 'string') return member;
      if (hasAllKeys(rows, member.id, recordTime)) return 'too_many_keys';
    }
    rows.put('keys', {
      id: data.key_id,
      prefix: data.prefix,
      secretHash: data.secret_hash,
      kind: data.kind,
      name: data.name,
      memberId: data.kind === 'user' ? data.member_id : null,
      categories: maskOf(data.categories),
      accountIds: data.accounts,
      rateLimitPerMinute: data.rate_limit_per_minute,
      expiresAt: data.expires_at,
      revoked: false,
      createdAt: recordTime,
      changedAt: recordTime,
    });
    return null;
  },
};

export const apiKeyChangedRule: CommandRule<typeof apiKeyChanged> = {
  needs: ({ data }) => [
    need('keys', 'key', data.key_id),
    need('keys', 'member', fieldOf('keys', data.key_id, 'memberId')),
  ],
  decide: (rows, { data, recordTime }) => {
    const key = rows.get('keys', data.key_id);
    if (key === undefined) return 'unknown_key';
    if (key.revoked) return 'key_revoked';
    // Name, limit and expiry change nothing that the key reads.
    const reach = data.categories !== undefined || data.accounts !== undefined;
    const changed = {
      ...key,
      name: data.name ?? key.name,
      categories: data.categories === undefined ? key.categories : maskOf(data.categories),
      accountIds: data.accounts === undefined ? key.accountIds : data.accounts,
      rateLimitPerMinute: data.rate_limit_per_minute ?? key.rateLimitPerMinute,
      expiresAt: data.expires_at === undefined ? key.expiresAt : data.expires_at,
      changedAt: reach ? recordTime : key.changedAt,
    };
    const revived = isActive(changed, recordTime) && !isActive(key, recordTime);
    if (revived && key.memberId !== null && hasAllKeys(rows, key.memberId, recordTime)) {
      return 'too_many_keys';
    }
    rows.put('keys', changed);
    return null;
  },
};

export const apiKeyRevokedRule: CommandRule<typeof apiKeyRevoked> = {
  needs: ({ data }) => [need('keys', 'key', data.key_id)],
  decide: (rows, { data }) => {
    const key = rows.get('keys', data.key_id);
    if (key === undefined) return 'unknown_key';
    rows.put('keys', { ...key, revoked: true });
    return null;
  },
};

function hasAllKeys(rows: RuleRows, memberId: string, now: number): boolean {
  const active = rows.find('keys', 'member', memberId).filter((key) => isActive(key, now));
  return active.length >= userApiKeysMax;
}

function isActive(key: ApiKeyRow, now: number): boolean {
  return !key.revoked && (key.expiresAt === null || now < key.expiresAt);
}
