import { z } from 'zod';
import { IdentitySource } from '../../domain/account-id.ts';
import { Audience, Category, DefaultSharing } from '../../domain/category.ts';
import { defineMembershipEvent } from './define-membership-event.ts';

export const identitySeen = defineMembershipEvent({
  type: 'identity-seen',
  description:
    'The first contact of an identity, or of a member with the identity. The fold decides the link: the first record in the log wins.',
  appended:
    'with the first report of an identity, and with the first report of another member about the identity',
  key: 'account',
  fields: {
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
  },
});

export const accountTransferred = defineMembershipEvent({
  type: 'account-transferred',
  description: 'The account gets another owner, or none. The earlier owner stays as a contributor.',
  appended:
    'when an account gets another owner; by a restore with null if the last owner is unknown or not active',
  key: 'account',
  fields: {
    account_id: z.string(),
    member_id: z.uuid().nullable().describe('The new owner. Null: no owner, until an admin sets the owner.'),
  },
});

export const accountBlocked = defineMembershipEvent({
  type: 'account-blocked',
  description: 'The devices of a member may no longer report the account, or may report the account again.',
  appended: 'when the owner or an admin blocks the plugins of a member, or lifts the block',
  key: 'account',
  fields: {
    account_id: z.string(),
    member_id: z.uuid(),
    blocked: z.boolean().describe('False lifts the block.'),
  },
});

export const accountErased = defineMembershipEvent({
  type: 'account-erased',
  description: 'An account and all its data are erased for good. Nothing may come under its id again.',
  appended: 'when an account is erased, or a restore repeats an erasure',
  key: 'hub',
  fields: {
    account_id: z.string(),
    ids: z
      .array(z.string())
      .describe('Further ids of the identities of the account, so that the identities start under new ids.'),
  },
});

export const sharingChanged = defineMembershipEvent({
  type: 'sharing-changed',
  description: 'The audience of a category of an account.',
  appended: 'when the owner changes the sharing of an account',
  key: 'account',
  fields: {
    account_id: z.string(),
    category: Category.describe('The category.'),
    audience: Audience.describe('The audience.'),
    with: z.array(z.uuid()).describe('The members for the audience `selected`.'),
  },
});
