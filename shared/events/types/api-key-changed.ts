import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { Category } from '../../domain/category.ts';
import { defineEvent } from '../event.ts';

/** New settings of an API key. A missing field stays unchanged. */
export const apiKeyChanged = defineEvent({
  type: 'key-changed',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    key_id: z.uuid(),
    name: z.string().min(1).max(64).optional(),
    categories: z.array(Category).min(1).optional(),
    accounts: z.array(z.string()).nullable().optional(),
    rate_limit_per_minute: z.int().optional(),
    expires_at: z.int().nullable().optional(),
    actor: Actor.optional(),
  }),
});
