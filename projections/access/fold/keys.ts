import { maskOf } from '../../../shared/domain/category.ts';
import { userKeysMax } from '../../../shared/domain/member.ts';
import type { RecordedEventOf } from '../../../shared/events/event.ts';
import type { keyChanged } from '../../../shared/events/key-changed.ts';
import type { keyCreated } from '../../../shared/events/key-created.ts';
import type { keyRevoked } from '../../../shared/events/key-revoked.ts';
import { activeMember } from './members.ts';
import type { Refusal } from './refusal.ts';
import { type AccessTables, type KeyRow, put } from './tables.ts';

export function createKey(
  tables: AccessTables,
  event: RecordedEventOf<typeof keyCreated>,
): AccessTables | Refusal {
  const { data, recordTime } = event;
  if (hasPrefix(tables, data.prefix)) return 'prefix_taken';
  if (data.kind === 'user') {
    const member = data.member_id === null ? 'unknown_member' : activeMember(tables, data.member_id);
    if (typeof member === 'string') return member;
    if (hasAllKeys(tables, member.id, recordTime)) return 'too_many_keys';
  }
  return put(tables, event, 'keys', data.key_id, {
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
}

export function changeKey(
  tables: AccessTables,
  event: RecordedEventOf<typeof keyChanged>,
): AccessTables | Refusal {
  const { data } = event;
  const key = tables.keys.get(data.key_id);
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
    changedAt: reach ? event.recordTime : key.changedAt,
  };
  const revived = isActive(changed, event.recordTime) && !isActive(key, event.recordTime);
  if (revived && key.memberId !== null && hasAllKeys(tables, key.memberId, event.recordTime)) {
    return 'too_many_keys';
  }
  return put(tables, event, 'keys', key.id, changed);
}

export function revokeKey(
  tables: AccessTables,
  event: RecordedEventOf<typeof keyRevoked>,
): AccessTables | Refusal {
  const key = tables.keys.get(event.data.key_id);
  if (key === undefined) return 'unknown_key';
  return put(tables, event, 'keys', key.id, { ...key, revoked: true });
}

function hasPrefix(tables: AccessTables, prefix: string): boolean {
  for (const key of tables.keys.values()) if (key.prefix === prefix) return true;
  return false;
}

function hasAllKeys(tables: AccessTables, memberId: string, now: number): boolean {
  let count = 0;
  for (const key of tables.keys.values()) if (key.memberId === memberId && isActive(key, now)) count += 1;
  return count >= userKeysMax;
}

function isActive(key: KeyRow, now: number): boolean {
  return !key.revoked && (key.expiresAt === null || now < key.expiresAt);
}
