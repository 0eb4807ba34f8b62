import type { Identity } from '../../../shared/domain/account-id.ts';
import type { Audience, Category } from '../../../shared/domain/category.ts';
import type { EventSource } from '../../../shared/events/event.ts';
import { identitySeen } from '../../../shared/events/identity-seen.ts';
import { type Directory, identityKey } from '../directory/directory.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';

/**
 * States that a member's device reported an identity. Nothing is granted or refused, so it is stated and waited for
 * (`appendAndWait`) and the directory shows the link that the fold decided.
 */
export function identitySighting(
  { identities }: Directory,
  wish: Wish<{
    readonly identity: Identity;
    /** The id that the account has if the identity is a new one (`freshAccountId`). */
    readonly accountId: string;
    readonly memberId: string;
    readonly name: string | null;
    /** `DEFAULT_SHARING` of the hub. */
    readonly defaultSharing?: Partial<Record<Category, Exclude<Audience, 'selected'>>> | undefined;
    /** Epoch ms; now when not given. */
    readonly seenAt?: number | undefined;
    /** As the log names it. */
    readonly plugin: EventSource;
  }>,
): CommandEvent<typeof identitySeen> {
  const { identity, accountId, memberId, name, defaultSharing, seenAt, plugin, actor } = wish;
  const { source, externalId } = identity;
  const linked = identities.get(identityKey(source, externalId))?.accountId;
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
    },
  );
}
