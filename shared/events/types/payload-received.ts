import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** A plugin's request body as received, for support and for a later translation. */
export const payloadReceived = defineEvent({
  type: 'payload-received',
  stream: 'hub.raw',
  version: 1,
  schema: z.object({
    device_id: z.uuid(),
    plugin: z.string(),
    plugin_version: z.string().nullable(),
    body: z.string(),
  }),
});
