import { z } from 'zod';
import { defineEvent } from '../event.ts';

export const payloadReceived = defineEvent({
  type: 'payload-received',
  stream: 'hub.raw',
  version: 1,
  description: 'The body of a plugin’s request as received, for support and for a later translation.',
  appended: 'with each report',
  key: 'account or member',
  schema: z.object({
    device_id: z.uuid(),
    plugin: z.string().describe('The plugin, as the log names it.'),
    plugin_version: z.string().nullable().describe('The version that the plugin sent.'),
    body: z.string().describe('The body as text.'),
  }),
});
