import { z } from 'zod';
import { IdentitySource } from '../../domain/account-id.ts';
import { Actor } from '../../domain/actor.ts';
import { DefaultSharing } from '../../domain/category.ts';
import { defineEvent } from '../event.ts';

export const identitySeen = defineEvent({
  type: 'identity-seen',
  stream: 'hub.membership',
  version: 1,
  description:
    'The first contact of an identity, or of a member with the identity. The fold decides the link: the first record in the log wins.',
  appended:
    'with the first report of an identity, and with the first report of another member about the identity',
  key: 'account',
  schema: z.object({
    account_id: z.string().describe('The computed id. The fold may link another account.'),
    source: IdentitySource.describe('How the plugin tells accounts apart.'),
    external_id: z.string().describe('The hash of the plugin, or member and name for the source `name`.'),
    name: z.string().nullable().describe('The name of the player.'),
    member_id: z.uuid(),
    // A fold reads no setting, and a rebuild does not know an erased member.
    default_sharing: DefaultSharing.optional().describe(
      'The sharing of a new account: the default of the member, else `DEFAULT_SHARING`.',
    ),
    seen_at: z
      .int()
      .optional()
      .describe('When the identity was seen, epoch ms, if that was before the record.'),
    // After an erasure a fold could not decide the same. Older records never hold this field.
    several_fit: z
      .literal(true)
      .optional()
      .describe('Accounts of the member have this name, but the identity is linked to none of them.'),
    // Older records are decided without this rule, so that a rebuild finds the same accounts.
    by_current_name: z
      .literal(true)
      .optional()
      .describe(
        'Set for the source `name`. The name means only an account that has the name at present. An account that the member owns comes first.',
      ),
    actor: Actor.optional(),
  }),
});
