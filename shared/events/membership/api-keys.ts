import { z } from 'zod';
import { Category } from '../../domain/category.ts';
import { defineMembershipEvent } from './define-membership-event.ts';

const settings = z.object({
  name: z.string().min(1).max(64).describe('The purpose of the key.'),
  categories: z.array(Category).min(1).describe('The categories that the key reads.'),
  accounts: z
    .array(z.string())
    .nullable()
    .describe('The ids of the accounts that the key reads. Null: every account that its creator can see.'),
  rate_limit_per_minute: z.int().describe('The requests per minute.'),
  expires_at: z.int().nullable().describe('When the key expires, epoch ms. Null: never.'),
});

export const apiKeyCreated = defineMembershipEvent({
  type: 'key-created',
  description: 'A new API key. Refused at `userApiKeysMax` active API keys.',
  appended: 'when somebody creates an API key',
  key: 'member or hub',
  fields: {
    key_id: z.uuid(),
    prefix: z.string().describe('The public part of the key.'),
    secret_hash: z.base64().describe('The SHA-256 of the secret part.'),
    kind: z
      .enum(['user', 'service'])
      .describe('A user key reads what its member reads, a service key what the guild reads.'),
    member_id: z.uuid().nullable().describe('The member of a user key. Null for a service key.'),
    ...settings.shape,
  },
});

export const apiKeyChanged = defineMembershipEvent({
  type: 'key-changed',
  description: 'New settings of an API key. A missing field stays unchanged.',
  appended: 'when somebody changes an API key',
  key: 'member or hub',
  fields: { key_id: z.uuid(), ...settings.partial().shape },
});

export const apiKeyRevoked = defineMembershipEvent({
  type: 'key-revoked',
  description: 'An API key is refused from here on.',
  appended: 'when somebody revokes an API key',
  key: 'member or hub',
  fields: { key_id: z.uuid() },
});
