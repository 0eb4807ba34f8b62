import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * A data key of a subject, wrapped with the hub secret. The record key is `subject/key id`. A null
 * value means destroyed.
 */
export const dataKeyMade = defineEvent({
  type: 'data-key-made',
  stream: 'hub.keys',
  version: 1,
  schema: z.object({ subject: z.string(), key_id: z.string(), wrapped: z.base64() }),
});
