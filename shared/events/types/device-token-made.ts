import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * The hub made a device with its token, which the player pastes into a plugin that takes no pairing code: at most
 * `deviceTokensMax` active ones of a member for one plugin. The log holds the token's hash only.
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
