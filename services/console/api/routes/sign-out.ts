import { z } from 'zod';
import { noSessionCookie } from '../../sessions/session-cookie.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

const SignOut = z.strictObject({ everywhere: z.literal(true).optional() });

/** Ends this session, or all of the member's. */
export const signOutRoute = defineConsoleRoute({
  method: 'POST',
  path: 'sign-out',
  access: 'member',
  body: SignOut,
  handle: async ({ caller, body }, { sessions, publicUrl }) => {
    if (body.everywhere) await sessions.endAllOf([caller.memberId]);
    else await sessions.end(caller.sessionId);
    return { headers: { 'set-cookie': noSessionCookie(publicUrl) }, body: { signed_out: true } };
  },
});
