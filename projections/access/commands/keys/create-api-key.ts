import type { Category } from '../../../../shared/domain/category.ts';
import { apiKeyCreated } from '../../../../shared/events/membership/api-keys.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, type CommandInput, commandEvent } from '../command-event.ts';
import { requireAccount, requireActiveMember } from '../require-known.ts';
import { type StoredApiKey, serviceLimitDefault, userLimit } from './new-api-key.ts';

/** Creates a service key when `memberId` is null. */
export function createApiKey(
  directory: Directory,
  input: CommandInput<{
    readonly key: StoredApiKey;
    readonly memberId: string | null;
    /** Default: the member's name, or `service`. */
    readonly name?: string | undefined;
    readonly categories: readonly Category[];
    /** Null: not limited to certain accounts. */
    readonly accountIds: readonly string[] | null;
    /** Default: the limit of the kind of key. */
    readonly rateLimitPerMinute?: number | undefined;
    /** Epoch ms; null: never. */
    readonly expiresAt: number | null;
  }>,
): CommandEvent<typeof apiKeyCreated> {
  const { key, memberId, categories, accountIds, expiresAt, actor } = input;
  const member = memberId === null ? null : requireActiveMember(directory, memberId);
  for (const id of accountIds ?? []) requireAccount(directory, id);
  return commandEvent(
    apiKeyCreated,
    { subject: memberId ?? 'hub', actor },
    {
      key_id: key.id,
      prefix: key.prefix,
      secret_hash: key.secretHash,
      kind: member === null ? 'service' : 'user',
      name: input.name ?? member?.name ?? 'service',
      member_id: memberId,
      categories: [...categories],
      accounts: accountIds === null ? null : [...new Set(accountIds)],
      rate_limit_per_minute: input.rateLimitPerMinute ?? (member === null ? serviceLimitDefault : userLimit),
      expires_at: expiresAt,
    },
  );
}
