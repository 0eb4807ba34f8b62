import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { Audience, Category } from '../../domain/category.ts';
import { defineEvent } from '../event.ts';

export const sharingChanged = defineEvent({
  type: 'sharing-changed',
  stream: 'hub.membership',
  version: 1,
  description: 'The audience of a category of an account.',
  appended: 'when the owner changes the sharing of an account',
  key: 'account',
  schema: z.object({
    account_id: z.string(),
    category: Category.describe('The category.'),
    audience: Audience.describe('The audience.'),
    with: z.array(z.uuid()).describe('The members for the audience `selected`.'),
    actor: Actor.optional(),
  }),
});
