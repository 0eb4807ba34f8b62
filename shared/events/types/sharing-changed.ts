import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { Audience, Category } from '../../domain/category.ts';
import { defineEvent } from '../event.ts';

/** The audience of a category of an account. `with` names members for the audience `selected`. */
export const sharingChanged = defineEvent({
  type: 'sharing-changed',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    account_id: z.string(),
    category: Category,
    audience: Audience,
    with: z.array(z.uuid()),
    actor: Actor.optional(),
  }),
});
