import { z } from 'zod';
import { DefaultSharing } from '../../domain/category.ts';
import { ChatId, MemberName } from '../../domain/member.ts';
import { defineMembershipEvent } from './define-membership-event.ts';

const evenLastAdmin = z
  .literal(true)
  .optional()
  .describe(
    'A restore sets this when it repeats a change from before the restore. Then the change counts for the last admin too.',
  );

export const memberAdded = defineMembershipEvent({
  type: 'member-added',
  description:
    'A new guild member. Refused when an active member has the name, or the chat id if `chat_id_checked` is set.',
  appended:
    'when somebody adds a member, or a person from the guild signs in with Discord for the first time',
  key: 'member',
  fields: {
    member_id: z.uuid(),
    name: MemberName.describe('The name in the guild.'),
    chat_id: ChatId.nullable().describe('The id in the guild’s chat.'),
    chat_id_checked: z
      .literal(true)
      .optional()
      .describe('The chat id must be nobody else’s. Records from before this check stay granted.'),
    time_zone: z.string().describe('The IANA name of the time zone of the member.'),
  },
});

export const memberChanged = defineMembershipEvent({
  type: 'member-changed',
  description: 'New settings of a member. A missing field stays unchanged.',
  appended: 'when a member or an admin changes the settings of a member',
  key: 'member',
  fields: {
    member_id: z.uuid(),
    name: MemberName.optional().describe('The new name.'),
    chat_id: ChatId.nullable().optional().describe('The new id in the guild’s chat. Null removes the id.'),
    chat_id_checked: z.literal(true).optional().describe('Like in `member-added`.'),
    time_zone: z.string().optional().describe('The IANA name of the new time zone.'),
    default_sharing: DefaultSharing.optional().describe(
      'The sharing of accounts that the member’s plugins report for the first time.',
    ),
  },
});

export const memberLeft = defineMembershipEvent({
  type: 'member-left',
  description:
    'A member left. API keys and devices are refused from here on, accounts pass on (rules/members.md#members).',
  appended: 'when somebody marks a member as left',
  key: 'hub',
  fields: { member_id: z.uuid(), even_last_admin: evenLastAdmin },
});

export const memberErased = defineMembershipEvent({
  type: 'member-erased',
  description:
    'A member’s name, chat id, API keys and devices are gone for good. Accounts pass on as in `member-left`, except accounts that are erased with the member.',
  appended: 'when a member is erased, or a restore repeats an erasure',
  key: 'hub',
  fields: {
    member_id: z.uuid(),
    even_last_admin: evenLastAdmin,
    accounts: z
      .array(
        z.object({
          account_id: z.string(),
          ids: z.array(z.string()).describe('Further ids of its identities, as in `account-erased`.'),
        }),
      )
      .optional()
      .describe(
        'Accounts that are erased with the member. An account that somebody else owns or reports by then stays.',
      ),
  },
});

export const adminChanged = defineMembershipEvent({
  type: 'admin-changed',
  description:
    'A member became an admin of the console, or is no longer an admin. The event has no name of a person. The data key of the hub seals the event, because a rebuild must also count admins who were erased later.',
  appended: 'when an admin is added or removed, and for the first member of a hub',
  key: 'hub',
  fields: {
    member_id: z.uuid(),
    admin: z.boolean().describe('Whether the member is an admin from here on.'),
    even_last_admin: evenLastAdmin,
  },
});
