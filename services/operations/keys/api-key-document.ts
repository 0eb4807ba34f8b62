import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { ApiKey } from '../../../projections/access/model/entities.ts';
import { categoriesOf } from '../../../shared/domain/category.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { hasTable } from '../../../shared/postgres/schema/has-table.ts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';
import { nameOfMember } from '../member-names.ts';

// Query processes create this table at their start. The table may not exist yet.
const usesTable = 'hub.key_use';

/** The document that `--json` prints. Never contains the secret. */
export function keyDocument(directory: Directory, key: ApiKey) {
  return {
    id: key.id,
    prefix: key.prefix,
    name: key.name,
    kind: key.kind,
    member: nameOfMember(directory, key.memberId),
    status: keyStatus(directory, key),
    categories: categoriesOf(key.categories),
    account_scope: key.accountIds === null ? 'all_visible' : 'list',
    accounts: key.accountIds === null ? null : [...key.accountIds],
    rate_limit_per_minute: key.rateLimitPerMinute,
    created_at: isoTime(key.createdAt),
    expires_at: isoTimeOrNull(key.expiresAt),
  };
}

/** In the order of creation. */
export function keysOf({ keysByPrefix }: Directory, memberId: string): ApiKey[] {
  return [...keysByPrefix.values()]
    .filter((key) => key.memberId === memberId)
    .sort((a, b) => a.createdAt - b.createdAt);
}

/** `last_used_at` is exact to a minute; null when unknown. */
export async function listedKeys(database: Database, directory: Directory, keys: readonly ApiKey[]) {
  const usedAt = await readKeyUses(
    database,
    keys.map(({ id }) => id),
  );
  return keys.map((key) => ({
    ...keyDocument(directory, key),
    last_used_at: isoTimeOrNull(usedAt.get(key.id) ?? null),
  }));
}

type KeyStatus = 'active' | 'revoked' | 'expired' | 'member_left';

function keyStatus({ members }: Directory, key: ApiKey): KeyStatus {
  if (key.revoked) return 'revoked';
  if (key.expiresAt !== null && key.expiresAt <= Date.now()) return 'expired';
  if (key.memberId !== null && members.get(key.memberId)?.active !== true) return 'member_left';
  return 'active';
}

/** Epoch ms, exact to a minute; no entry when unknown. */
async function readKeyUses(database: Database, keyIds: readonly string[]): Promise<Map<string, number>> {
  if (!(await hasTable(database, usesTable))) return new Map();
  const rows = await database.many<{ key: string; at: number }>({
    text: `select key_id as key, used_at as at from ${usesTable} where key_id = any($1::uuid[])`,
    values: [keyIds],
  });
  return new Map(rows.map(({ key, at }) => [key, at]));
}

/** @param whose `= any` for these keys, `<> all` for all other keys */
export async function deleteKeyUses(
  database: Database,
  whose: '= any' | '<> all',
  keyIds: readonly string[],
): Promise<void> {
  if (!(await hasTable(database, usesTable))) return;
  await database.run({
    text: `delete from ${usesTable} where key_id ${whose}($1::uuid[])`,
    values: [keyIds],
  });
}
