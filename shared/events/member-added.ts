import { z } from 'zod';
import { Actor } from '../domain/actor.ts';
import { ChatId, MemberName } from '../domain/member.ts';
import { defineEvent } from './event.ts';

/** A guild member. Refused when an active member has the name. */
export const memberAdded = defineEvent({
  type: 'member-added',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    member_id: z.uuid(),
    name: MemberName,
    chat_id: ChatId.nullable(),
    time_zone: z.string(),
    actor: Actor.optional(),
  }),
});
