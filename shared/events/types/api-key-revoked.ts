import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/** An API key is refused from here on. */
export const apiKeyRevoked = defineEvent({
  type: 'key-revoked',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({ key_id: z.uuid(), actor: Actor.optional() }),
});
