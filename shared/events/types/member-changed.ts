import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { DefaultSharing } from '../../domain/category.ts';
import { ChatId, MemberName } from '../../domain/member.ts';
import { defineEvent } from '../event.ts';

export const memberChanged = defineEvent({
  type: 'member-changed',
  stream: 'hub.membership',
  version: 1,
  description: 'New settings of a member. A missing field stays unchanged.',
  appended: 'when a member or an admin changes the settings of a member',
  key: 'member',
  schema: z.object({
    member_id: z.uuid(),
    name: MemberName.optional().describe('The new name.'),
    chat_id: ChatId.nullable().optional().describe('The new id in the guild’s chat. Null removes the id.'),
    chat_id_checked: z.literal(true).optional().describe('Like in `member-added`.'),
    time_zone: z.string().optional().describe('The IANA name of the new time zone.'),
    default_sharing: DefaultSharing.optional().describe(
      'The sharing of accounts that the member’s plugins report for the first time.',
    ),
    actor: Actor.optional(),
  }),
});
