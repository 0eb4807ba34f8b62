import type { Category } from '../../../../shared/domain/category.ts';
import { apiKeyChanged, apiKeyRevoked } from '../../../../shared/events/membership/api-keys.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, type CommandInput, CommandRefused, commandEvent } from '../command-event.ts';
import { requireAccount, requireKey } from '../require-known.ts';
import { userLimit } from './new-api-key.ts';

/** Fields that are not given stay. */
export function changeApiKey(
  directory: Directory,
  input: CommandInput<{
    readonly keyId: string;
    readonly name?: string | undefined;
    readonly categories?: readonly Category[] | undefined;
    /** Null: not limited to certain accounts. */
    readonly accountIds?: readonly string[] | null | undefined;
    readonly rateLimitPerMinute?: number | undefined;
    /** Epoch ms; null: never. */
    readonly expiresAt?: number | null | undefined;
  }>,
): CommandEvent<typeof apiKeyChanged> {
  const { keyId, name, categories, accountIds, rateLimitPerMinute, expiresAt, actor } = input;
  const { kind, memberId } = requireKey(directory, keyId);
  if (rateLimitPerMinute !== undefined && kind === 'user') {
    throw new CommandRefused(
      'user_key_limit',
      `a user key has ${userLimit} requests a minute; only service keys can have another limit`,
    );
  }
  for (const id of accountIds ?? []) requireAccount(directory, id);
  return commandEvent(
    apiKeyChanged,
    { subject: memberId ?? 'hub', actor },
    {
      key_id: keyId,
      ...(name === undefined ? {} : { name }),
      ...(categories === undefined ? {} : { categories: [...categories] }),
      ...(accountIds === undefined ? {} : { accounts: accountIds && [...new Set(accountIds)] }),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
      ...(rateLimitPerMinute === undefined ? {} : { rate_limit_per_minute: rateLimitPerMinute }),
    },
  );
}

export function revokeApiKey(
  directory: Directory,
  { keyId, actor }: CommandInput<{ readonly keyId: string }>,
): CommandEvent<typeof apiKeyRevoked> {
  const { memberId } = requireKey(directory, keyId);
  return commandEvent(apiKeyRevoked, { subject: memberId ?? 'hub', actor }, { key_id: keyId });
}
