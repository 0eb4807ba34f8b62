import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * A pairing code, as an HMAC. Lives 5 minutes from its record time. A member has at most 3 open
 * pairing codes.
 */
export const pairingCodeMade = defineEvent({
  type: 'pairing-code-made',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({ member_id: z.uuid(), code_hash: z.base64(), actor: Actor.optional() }),
});
