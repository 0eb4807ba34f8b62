import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** A changed name or type of an account. Null leaves the known value. */
export const accountDescribed = defineEvent({
  type: 'account-described',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    account_id: z.string(),
    name: z.string().nullable(),
    type: z.int().nullable(),
    /** The account has its known name again, which another character of the member had taken. */
    name_again: z.literal(true).optional(),
  }),
});
