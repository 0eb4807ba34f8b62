import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { Category } from '../../domain/category.ts';
import { defineEvent } from '../event.ts';

export const apiKeyChanged = defineEvent({
  type: 'key-changed',
  stream: 'hub.membership',
  version: 1,
  description: 'New settings of an API key. A missing field stays unchanged.',
  appended: 'when somebody changes an API key',
  key: 'member or hub',
  schema: z.object({
    key_id: z.uuid(),
    name: z.string().min(1).max(64).optional().describe('The purpose of the key.'),
    categories: z.array(Category).min(1).optional().describe('The categories that the key reads.'),
    accounts: z
      .array(z.string())
      .nullable()
      .optional()
      .describe('The ids of the accounts that the key reads. Null: every account that its creator can see.'),
    rate_limit_per_minute: z.int().optional().describe('The requests per minute.'),
    expires_at: z.int().nullable().optional().describe('When the key expires, epoch ms. Null: never.'),
    actor: Actor.optional(),
  }),
});
