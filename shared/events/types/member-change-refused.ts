import { z } from 'zod';
import { ChatId, MemberName } from '../../domain/member.ts';
import { defineEvent } from '../event.ts';

/** The reason to refuse a name or chat id of another member. */
export const TakenRefusal = z.enum(['name_taken', 'chat_id_taken']);
export type TakenRefusal = z.infer<typeof TakenRefusal>;

export const memberChangeRefused = defineEvent({
  type: 'member-change-refused',
  stream: 'hub.membership',
  version: 1,
  description:
    'A `member-changed` was refused, because another member had the name or chat id. A rebuild after the erasure of the other member would accept the change. So the fold undoes the change at this event.',
  appended: 'after such a refusal, at the latest before the erasure of the other member',
  key: 'member',
  schema: z.object({
    member_id: z.uuid(),
    record_id: z.uuid().describe('The record that was refused.'),
    refusal: TakenRefusal.describe('The reason.'),
    asked: z
      .object({
        name: MemberName.optional(),
        chat_id: ChatId.nullable().optional(),
        time_zone: z.string().optional(),
      })
      .describe('The requested values.'),
    kept: z
      .object({
        name: MemberName,
        chat_id: ChatId.nullable(),
        time_zone: z.string(),
        changed_at: z.int().describe('The time of the last change of the member that others see, epoch ms.'),
      })
      .describe('The values of the member at the refusal.'),
  }),
});
