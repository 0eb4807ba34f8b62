import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * A member left. API keys and devices are refused from here on, accounts pass on (decisions.md,
 * Keys, members, sharing).
 */
export const memberLeft = defineEvent({
  type: 'member-left',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    member_id: z.uuid(),
    /** Said by a restore, which takes back what was taken back: granted for the last admin, too. */
    even_last_admin: z.literal(true).optional(),
    actor: Actor.optional(),
  }),
});
