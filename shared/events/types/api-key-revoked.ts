import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const apiKeyRevoked = defineEvent({
  type: 'key-revoked',
  stream: 'hub.membership',
  version: 1,
  description: 'An API key is refused from here on.',
  appended: 'when somebody revokes an API key',
  key: 'member or hub',
  schema: z.object({ key_id: z.uuid(), actor: Actor.optional() }),
});
