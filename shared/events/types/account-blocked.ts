import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const accountBlocked = defineEvent({
  type: 'account-blocked',
  stream: 'hub.membership',
  version: 1,
  description: 'The devices of a member may no longer report the account, or may report the account again.',
  appended: 'when the owner or an admin blocks the plugins of a member, or lifts the block',
  key: 'account',
  schema: z.object({
    account_id: z.string(),
    member_id: z.uuid(),
    blocked: z.boolean().describe('False lifts the block.'),
    actor: Actor.optional(),
  }),
});
