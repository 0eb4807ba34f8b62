import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const accountTransferred = defineEvent({
  type: 'account-transferred',
  stream: 'hub.membership',
  version: 1,
  description: 'Another member owns the account from here on. The earlier owner contributes.',
  appended: 'when an account gets another owner; by a restore that does not know the owner, with null',
  key: 'account',
  schema: z.object({
    account_id: z.string(),
    member_id: z.uuid().nullable().describe('The new owner. Null: no owner, until an admin sets the owner.'),
    actor: Actor.optional(),
  }),
});
