import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/** A plugin used a pairing code; the first record in the log wins the code. */
export const devicePaired = defineEvent({
  type: 'device-paired',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    device_id: z.uuid(),
    code_hash: z.base64(),
    token_hash: z.base64(),
    plugin: z.string(),
    name: z.string(),
    actor: Actor.optional(),
  }),
});
