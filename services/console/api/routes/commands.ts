import { z } from 'zod';
import { readCommandOutcome } from '../../commands/command-outcome.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** For a page that was reloaded before the answer. */
export const commandOutcomeRoute = defineConsoleRoute({
  method: 'GET',
  path: 'commands/:request_id',
  access: 'member',
  handle: async ({ caller: { memberId }, params: { request_id: requestId = '' } }, { operations }) => ({
    body: z.guid().safeParse(requestId).success
      ? await readCommandOutcome(operations, { requestId, memberId })
      : { state: 'unknown', message: 'this is not the id of a request' },
  }),
});
