import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const deviceTokenMade = defineEvent({
  type: 'device-token-made',
  stream: 'hub.membership',
  version: 1,
  description:
    'The hub created a device with a token, for a plugin that takes no pairing code. A member has at most `deviceTokensMax` active devices of one plugin. The log holds only the hash of the token.',
  appended: 'when somebody pairs such a plugin',
  key: 'member',
  schema: z.object({
    device_id: z.uuid(),
    member_id: z.uuid(),
    token_hash: z.base64().describe('The SHA-256 of the token.'),
    plugin: z.string().describe('The plugin, as the log names it.'),
    name: z.string().describe('The name of the plugin for people.'),
    actor: Actor.optional(),
  }),
});
