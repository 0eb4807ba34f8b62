import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const pairingCodeMade = defineEvent({
  type: 'pairing-code-made',
  stream: 'hub.membership',
  version: 1,
  description:
    'A pairing code, as an HMAC. The code lives 5 minutes from its record time. A member has at most 3 open pairing codes.',
  appended: 'when somebody starts a pairing for a member',
  key: 'member',
  schema: z.object({
    member_id: z.uuid(),
    code_hash: z.base64().describe('The HMAC of the code.'),
    actor: Actor.optional(),
  }),
});
