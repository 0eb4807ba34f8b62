import { z } from 'zod';
import { ChatId, MemberName } from '../../domain/member.ts';
import { defineEvent } from '../event.ts';

/** Why a change is refused that asks for what another member has. */
export const TakenRefusal = z.enum(['name_taken', 'chat_id_taken']);
export type TakenRefusal = z.infer<typeof TakenRefusal>;

/**
 * A `member-changed` was refused for what somebody else had. Once that one is erased the log no longer tells, and a fold
 * that grants the change takes it back here.
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
    /** What it asked for. */
    asked: z.object({
      name: MemberName.optional(),
      chat_id: ChatId.nullable().optional(),
      time_zone: z.string().optional(),
    }),
    /** What the member had when it was refused. */
    kept: z.object({
      name: MemberName,
      chat_id: ChatId.nullable(),
      time_zone: z.string(),
      /** When what others see of the member last changed, epoch ms. */
      changed_at: z.int(),
    }),
  }),
});
