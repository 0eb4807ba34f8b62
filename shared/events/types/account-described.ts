import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** Name and type of an account, when they changed; null leaves what is known. */
export const accountDescribed = defineEvent({
  type: 'account-described',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({ account_id: z.string(), name: z.string().nullable(), type: z.int().nullable() }),
});
