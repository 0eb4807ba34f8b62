import { z } from 'zod';
import { defineEvent } from '../event.ts';

export const accountDescribed = defineEvent({
  type: 'account-described',
  stream: 'hub.membership',
  version: 1,
  description: 'A changed name or type of an account. Null leaves the known value.',
  appended: 'with a report whose name or type differs from the known name or type',
  key: 'account',
  schema: z.object({
    account_id: z.string(),
    name: z.string().nullable().describe('The name of the player.'),
    type: z.int().nullable().describe('The account type as the plugin numbers the types.'),
    name_again: z
      .literal(true)
      .optional()
      .describe('The account has its known name again, which another character of the member had taken.'),
  }),
});
