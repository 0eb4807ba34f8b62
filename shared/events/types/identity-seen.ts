import { z } from 'zod';
import { IdentitySource } from '../../domain/account-id.ts';
import { Actor } from '../../domain/actor.ts';
import { DefaultSharing } from '../../domain/category.ts';
import { defineEvent } from '../event.ts';

/**
 * The first contact of an identity, or of a member with the identity. `account_id` is the computed
 * id. The fold decides the link: the first record in the log wins.
 */
export const identitySeen = defineEvent({
  type: 'identity-seen',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    account_id: z.string(),
    source: IdentitySource,
    external_id: z.string(),
    name: z.string().nullable(),
    member_id: z.uuid(),
    /**
     * The sharing of a new account: the member's own default, else `DEFAULT_SHARING`. The event
     * holds it, because a fold reads no setting, and a rebuild does not know an erased member.
     */
    default_sharing: DefaultSharing.optional(),
    /**
     * When it was seen, epoch ms, where that was before it was stated: of a past that was written
     * at once.
     */
    seen_at: z.int().optional(),
    /**
     * Accounts of the member have this name, but the identity is linked to none of them. After an
     * erasure a fold could not decide the same. Older records never hold this field.
     */
    several_fit: z.literal(true).optional(),
    /**
     * Set for the source `name`. The name means only an account that has it at present, and rather
     * an account that the member owns. Older records are decided without this rule, so that a
     * rebuild finds the same accounts.
     */
    by_current_name: z.literal(true).optional(),
    actor: Actor.optional(),
  }),
});
