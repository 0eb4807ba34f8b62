import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { Category } from '../../domain/category.ts';
import { defineEvent } from '../event.ts';

/**
 * A new API key. `accounts` null means every account its creator can see. Refused at
 * `userApiKeysMax` active API keys.
 */
export const apiKeyCreated = defineEvent({
  type: 'key-created',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    key_id: z.uuid(),
    prefix: z.string(),
    secret_hash: z.base64(),
    kind: z.enum(['user', 'service']),
    name: z.string().min(1).max(64),
    member_id: z.uuid().nullable(),
    categories: z.array(Category).min(1),
    accounts: z.array(z.string()).nullable(),
    rate_limit_per_minute: z.int(),
    expires_at: z.int().nullable(),
    actor: Actor.optional(),
  }),
});
