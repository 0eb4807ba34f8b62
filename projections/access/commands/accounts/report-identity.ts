import type { Identity, IdentitySource } from '../../../../shared/domain/account-id.ts';
import type { DefaultSharing } from '../../../../shared/domain/category.ts';
import { nameKey } from '../../../../shared/domain/text.ts';
import type { EventSource } from '../../../../shared/events/event.ts';
import { identitySeen } from '../../../../shared/events/types/identity-seen.ts';
import type { Directory } from '../../directory/directory.ts';
import { identityKey, identityOfKey, isReporter } from '../../model/entities.ts';
import { type CommandEvent, type CommandInput, commandEvent } from '../command-event.ts';

/**
 * States that a member's device reported an identity. Nothing is granted or refused, so it is stated and waited for
 * (`appendAndWait`) and the directory shows the link that the fold decided.
 */
export function reportIdentity(
  directory: Directory,
  input: CommandInput<{
    readonly identity: Identity;
    /** The id that the account has if the identity is a new one (`currentAccountId`). */
    readonly accountId: string;
    readonly memberId: string;
    readonly name: string | null;
    /** `DEFAULT_SHARING` of the hub, for a member who chose no default. */
    readonly defaultSharing?: DefaultSharing | undefined;
    /** Epoch ms; now when not given. */
    readonly seenAt?: number | undefined;
    /** As the log names it. */
    readonly plugin: EventSource;
  }>,
): CommandEvent<typeof identitySeen> {
  const { identity, accountId, memberId, name, seenAt, plugin, actor } = input;
  const defaultSharing = directory.members.get(memberId)?.defaultSharing ?? input.defaultSharing;
  const { source, externalId } = identity;
  const linked = directory.identities.get(identityKey(source, externalId))?.accountId;
  const severalFit = countFitting(directory, { source, name, memberId }) > 1;
  return commandEvent(
    identitySeen,
    { subject: linked ?? accountId, actor, plugin },
    {
      account_id: accountId,
      source,
      external_id: externalId,
      name,
      member_id: memberId,
      ...(seenAt === undefined ? {} : { seen_at: seenAt }),
      ...(defaultSharing === undefined ? {} : { default_sharing: defaultSharing }),
      ...(severalFit ? { several_fit: true as const } : {}),
    },
  );
}

interface Fit {
  readonly source: IdentitySource;
  readonly name: string | null;
  readonly memberId: string;
}

/** How many accounts that the member reports have the name, and no hash of the source yet: as the fold looks for one. */
function countFitting({ accounts, identities }: Directory, { source, name, memberId }: Fit): number {
  if (name === null) return 0;
  const wanted = nameKey(name);
  const named = [...accounts.values()].filter(
    (account) => isReporter(account, memberId) && account.nameKey === wanted,
  );
  if (source === 'name' || named.length < 2) return named.length;
  const taken = new Set<string>();
  for (const [key, { accountId }] of identities)
    if (identityOfKey(key).source === source) taken.add(accountId);
  return named.filter(({ id }) => !taken.has(id)).length;
}
