import type { Identity, IdentitySource } from '../../../../shared/domain/account-id.ts';
import type { DefaultSharing } from '../../../../shared/domain/category.ts';
import { nameKey } from '../../../../shared/domain/text.ts';
import type { EventSource } from '../../../../shared/events/event.ts';
import { identitySeen } from '../../../../shared/events/membership/accounts.ts';
import type { Directory } from '../../directory/directory.ts';
import { accountsOfName } from '../../model/account-names.ts';
import { identityKey, isReporter } from '../../model/entities.ts';
import { type CommandEvent, type CommandInput, commandEvent } from '../command-event.ts';

/**
 * The fold only links the identity: this event is not granted or refused. After `appendAndWait`,
 * the directory shows the account that the fold linked, if any.
 */
export function reportIdentity(
  directory: Directory,
  input: CommandInput<{
    readonly identity: Identity;
    /**
     * The result of `currentAccountId`. The fold creates an account with this id if no existing
     * account fits.
     */
    readonly accountId: string;
    readonly memberId: string;
    readonly name: string | null;
    /** `DEFAULT_SHARING` of the hub, for a member who chose no default. */
    readonly defaultSharing?: DefaultSharing | undefined;
    /** Epoch ms; now when not given. */
    readonly seenAt?: number | undefined;
    /** The name of the plugin in the log. */
    readonly plugin: EventSource;
  }>,
): CommandEvent<typeof identitySeen> {
  const { identity, accountId, memberId, name, seenAt, plugin, actor } = input;
  const defaultSharing = directory.members.get(memberId)?.defaultSharing ?? input.defaultSharing;
  const { source, externalId } = identity;
  const linked = directory.identities.get(identityKey(source, externalId))?.accountId;
  const severalFit = isDoubtful(directory, { source, name, memberId });
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
      ...(source === 'name' ? { by_current_name: true as const } : {}),
    },
  );
}

interface Fit {
  readonly source: IdentitySource;
  readonly name: string | null;
  readonly memberId: string;
}

/**
 * Returns true if several accounts fit. For the source `name`, also returns true if the member
 * reports accounts with this name, but other accounts have taken the name since.
 */
function isDoubtful({ accounts }: Directory, { source, name, memberId }: Fit): boolean {
  if (name === null) return false;
  const wanted = nameKey(name);
  const namesakes = [...accounts.values()].filter((account) => account.nameKey === wanted);
  const fitting = accountsOfName(namesakes, { source, memberId });
  if (source !== 'name') return fitting.length > 1;
  return fitting.length !== 1 && namesakes.some((account) => isReporter(account, memberId));
}
