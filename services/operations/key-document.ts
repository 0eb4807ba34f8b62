import type { ApiKey, Directory } from '../../projections/access/directory/directory.ts';
import { categoriesOf } from '../../shared/domain/category.ts';
import { isoTime } from './names.ts';

export type KeyDocument = ReturnType<typeof keyDocument>;

/** A key as `--json` prints it; never its secret. */
export function keyDocument(directory: Directory, key: ApiKey) {
  return {
    id: key.id,
    prefix: key.prefix,
    name: key.name,
    kind: key.kind,
    member: key.memberId === null ? null : (directory.members.get(key.memberId)?.name ?? null),
    status: keyStatus(directory, key),
    categories: categoriesOf(key.categories),
    account_scope: key.accountIds === null ? 'all_visible' : 'list',
    accounts: key.accountIds === null ? null : [...key.accountIds],
    rate_limit_per_minute: key.rateLimitPerMinute,
    created_at: isoTime(key.createdAt),
    expires_at: key.expiresAt === null ? null : isoTime(key.expiresAt),
  };
}

type KeyStatus = 'active' | 'revoked' | 'expired' | 'member_left';

function keyStatus({ members }: Directory, key: ApiKey): KeyStatus {
  if (key.revoked) return 'revoked';
  if (key.expiresAt !== null && key.expiresAt <= Date.now()) return 'expired';
  if (key.memberId !== null && members.get(key.memberId)?.active !== true) return 'member_left';
  return 'active';
}
