import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { ChatId, MemberName } from '../../domain/member.ts';
import { defineEvent } from '../event.ts';

export const memberAdded = defineEvent({
  type: 'member-added',
  stream: 'hub.membership',
  version: 1,
  description:
    'A new guild member. Refused when an active member has the name, or the chat id if `chat_id_checked` is set.',
  appended:
    'when somebody adds a member, or a person from the guild signs in with Discord for the first time',
  key: 'member',
  schema: z.object({
    member_id: z.uuid(),
    name: MemberName.describe('The name in the guild.'),
    chat_id: ChatId.nullable().describe('The id in the guild’s chat.'),
    chat_id_checked: z
      .literal(true)
      .optional()
      .describe('The chat id must be nobody else’s. Records from before this check stay granted.'),
    time_zone: z.string().describe('The IANA name of the time zone of the member.'),
    actor: Actor.optional(),
  }),
});
