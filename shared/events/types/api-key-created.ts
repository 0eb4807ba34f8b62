import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { Category } from '../../domain/category.ts';
import { defineEvent } from '../event.ts';

export const apiKeyCreated = defineEvent({
  type: 'key-created',
  stream: 'hub.membership',
  version: 1,
  description: 'A new API key. Refused at `userApiKeysMax` active API keys.',
  appended: 'when somebody creates an API key',
  key: 'member or hub',
  schema: z.object({
    key_id: z.uuid(),
    prefix: z.string().describe('The public part of the key.'),
    secret_hash: z.base64().describe('The SHA-256 of the secret part.'),
    kind: z
      .enum(['user', 'service'])
      .describe('A user key reads what its member reads, a service key what the guild reads.'),
    name: z.string().min(1).max(64).describe('The purpose of the key.'),
    member_id: z.uuid().nullable().describe('The member of a user key. Null for a service key.'),
    categories: z.array(Category).min(1).describe('The categories that the key reads.'),
    accounts: z
      .array(z.string())
      .nullable()
      .describe('The ids of the accounts that the key reads. Null: every account that its creator can see.'),
    rate_limit_per_minute: z.int().describe('The requests per minute.'),
    expires_at: z.int().nullable().describe('When the key expires, epoch ms. Null: never.'),
    actor: Actor.optional(),
  }),
});
