import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * The hub created a device with a token, for a plugin that takes no pairing code. A member has at
 * most `deviceTokensMax` active devices of one plugin. The log holds only the hash of the token.
 */
export const deviceTokenMade = defineEvent({
  type: 'device-token-made',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    device_id: z.uuid(),
    member_id: z.uuid(),
    token_hash: z.base64(),
    plugin: z.string(),
    name: z.string(),
    actor: Actor.optional(),
  }),
});
