import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/** The devices of a member may no longer report the account, or may report it again. */
export const accountBlocked = defineEvent({
  type: 'account-blocked',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    account_id: z.string(),
    member_id: z.uuid(),
    blocked: z.boolean(),
    actor: Actor.optional(),
  }),
});
