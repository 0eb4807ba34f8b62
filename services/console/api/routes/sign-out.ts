import { z } from 'zod';
import { expiredSessionCookie } from '../../sessions/cookies.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

const SignOut = z.strictObject({ everywhere: z.literal(true).optional() });

export const signOutRoute = defineConsoleRoute({
  method: 'POST',
  path: 'sign-out',
  access: 'member',
  body: SignOut,
  handle: async ({ caller, body }, { sessions, publicUrl }) => {
    if (body.everywhere) await sessions.endAllOfMembers([caller.memberId]);
    else await sessions.end(caller.sessionId);
    return { headers: { 'set-cookie': expiredSessionCookie(publicUrl) }, body: { signed_out: true } };
  },
});
