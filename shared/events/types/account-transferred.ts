import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const accountTransferred = defineEvent({
  type: 'account-transferred',
  stream: 'hub.membership',
  version: 1,
  description: 'The account gets another owner, or none. The earlier owner stays as a contributor.',
  appended:
    'when an account gets another owner; by a restore with null if the last owner is unknown or not active',
  key: 'account',
  schema: z.object({
    account_id: z.string(),
    member_id: z.uuid().nullable().describe('The new owner. Null: no owner, until an admin sets the owner.'),
    actor: Actor.optional(),
  }),
});
