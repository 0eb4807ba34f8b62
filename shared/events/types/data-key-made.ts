import { z } from 'zod';
import { defineEvent } from '../event.ts';

export const dataKeyMade = defineEvent({
  type: 'data-key-made',
  stream: 'hub.keys',
  version: 1,
  description:
    'A data key of a subject, wrapped with the hub secret. A record without a value means that the key is destroyed.',
  appended: 'before the first sealed record of an account, of a member or of the hub',
  key: 'subject/key id',
  schema: z.object({
    subject: z.string().describe('The account, the member or `hub` whose records the key seals.'),
    key_id: z.string().describe('The id of the data key.'),
    wrapped: z.base64().describe('The key, encrypted with the hub secret.'),
  }),
});
