import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { ChatId, MemberName } from '../../domain/member.ts';
import { defineEvent } from '../event.ts';

/**
 * A new guild member. Refused when an active member has the name, or the chat id if
 * `chat_id_checked` is set.
 */
export const memberAdded = defineEvent({
  type: 'member-added',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    member_id: z.uuid(),
    name: MemberName,
    chat_id: ChatId.nullable(),
    /** The chat id must be nobody else's. Records from before this check stay granted. */
    chat_id_checked: z.literal(true).optional(),
    time_zone: z.string(),
    actor: Actor.optional(),
  }),
});
