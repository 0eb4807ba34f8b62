import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const devicePaired = defineEvent({
  type: 'device-paired',
  stream: 'hub.membership',
  version: 1,
  description: 'A plugin used a pairing code. The first record in the log wins the code.',
  appended: 'when a plugin sends an open pairing code',
  key: 'member',
  schema: z.object({
    device_id: z.uuid(),
    code_hash: z.base64().describe('The HMAC of the pairing code.'),
    token_hash: z.base64().describe('The SHA-256 of the token of the device.'),
    plugin: z.string().describe('The plugin, as the log names it.'),
    name: z.string().describe('The name of the plugin for people.'),
    actor: Actor.optional(),
  }),
});
