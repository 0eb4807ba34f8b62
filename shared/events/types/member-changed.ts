import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { DefaultSharing } from '../../domain/category.ts';
import { ChatId, MemberName } from '../../domain/member.ts';
import { defineEvent } from '../event.ts';

/** New settings of a member. A missing field stays unchanged. */
export const memberChanged = defineEvent({
  type: 'member-changed',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    member_id: z.uuid(),
    name: MemberName.optional(),
    chat_id: ChatId.nullable().optional(),
    /** Like in `member-added`. */
    chat_id_checked: z.literal(true).optional(),
    time_zone: z.string().optional(),
    /** The sharing of accounts that the member's plugins report for the first time. */
    default_sharing: DefaultSharing.optional(),
    actor: Actor.optional(),
  }),
});
