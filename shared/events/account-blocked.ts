import { z } from 'zod';
import { defineEvent } from './event.ts';

/** The devices of a member may not report the account, or may again. */
export const accountBlocked = defineEvent({
  type: 'account-blocked',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({ account_id: z.string(), member_id: z.uuid(), blocked: z.boolean() }),
});
