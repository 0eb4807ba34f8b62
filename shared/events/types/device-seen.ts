import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** A device sent something. Appended at most once an hour. */
export const deviceSeen = defineEvent({
  type: 'device-seen',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({ device_id: z.uuid(), at: z.int() }),
});
