import type { KeptApiKey, Withdrawn } from '../../../../shared/backup/folder/backup-keys.ts';
import { categoriesOf, maskOf } from '../../../../shared/domain/category.ts';
import { apiKeyChanged } from '../../../../shared/events/types/api-key-changed.ts';
import type { Directory } from '../../directory/directory.ts';
import type { ApiKey } from '../../model/entities.ts';
import { commandEvent } from '../command-event.ts';
import type { AccessCommandEvent } from '../execute-command.ts';
import { revokeApiKey } from '../keys/change-api-key.ts';

/**
 * Narrows keys to the categories, accounts and expiry that the kept keys also have. Runs after
 * revocations.
 */
export function restoreApiKeyScopes(
  directory: Directory,
  { api_keys: keys }: Withdrawn,
): AccessCommandEvent[] {
  const keptById = new Map(keys.map((kept) => [kept.key, kept]));
  return [...directory.keysByPrefix.values()].flatMap((key) => {
    const kept = keptById.get(key.id);
    return kept === undefined || key.revoked ? [] : narrowing(directory, key, kept);
  });
}

/**
 * Does not check that accounts exist: an account that is newer than the backup gets the same id
 * again.
 */
function narrowing(directory: Directory, key: ApiKey, kept: KeptApiKey): AccessCommandEvent[] {
  const both = key.categories & maskOf(kept.categories);
  // There is no key without a category.
  if (both === 0) return [revokeApiKey(directory, { keyId: key.id, actor: 'hub' })];
  const accounts = fewerAccounts(key.accountIds, kept.accounts);
  const isEarlier =
    (kept.expires_at ?? Number.POSITIVE_INFINITY) < (key.expiresAt ?? Number.POSITIVE_INFINITY);
  const changes = {
    ...(both !== key.categories && { categories: categoriesOf(both) }),
    ...(accounts !== null && { accounts }),
    ...(isEarlier && { expires_at: kept.expires_at }),
  };
  if (Object.keys(changes).length === 0) return [];
  const data = { key_id: key.id, ...changes };
  return [commandEvent(apiKeyChanged, { subject: key.memberId ?? 'hub', actor: 'hub' }, data)];
}

/** Null if the restored key reads no more accounts than the kept key. */
function fewerAccounts(now: ApiKey['accountIds'], kept: KeptApiKey['accounts']): string[] | null {
  if (kept === null) return null;
  if (now === null) return kept;
  const both = kept.filter((id) => now.has(id));
  return both.length < now.size ? both : null;
}
