import { z } from 'zod';
import { ChatId, MemberName } from '../../domain/member.ts';
import { defineEvent } from '../event.ts';

/** The reason to refuse a name or chat id of another member. */
export const TakenRefusal = z.enum(['name_taken', 'chat_id_taken']);
export type TakenRefusal = z.infer<typeof TakenRefusal>;

/**
 * A `member-changed` was refused, because another member had the name or chat id. After an erasure
 * of the other member, a fold would grant the change, and takes it back here.
 */
export const memberChangeRefused = defineEvent({
  type: 'member-change-refused',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    member_id: z.uuid(),
    /** The record that was refused. */
    record_id: z.uuid(),
    refusal: TakenRefusal,
    /** The requested values. */
    asked: z.object({
      name: MemberName.optional(),
      chat_id: ChatId.nullable().optional(),
      time_zone: z.string().optional(),
    }),
    /** The values of the member at the refusal. */
    kept: z.object({
      name: MemberName,
      chat_id: ChatId.nullable(),
      time_zone: z.string(),
      /** When what others see of the member last changed, epoch ms. */
      changed_at: z.int(),
    }),
  }),
});
