import { z } from 'zod';
import { sessionCookie } from '../../../sessions/cookies.ts';
import { createLinkRefusal, findActiveMember, refuseSignIn, signIn } from '../../../sign-in/sign-in.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';

const Link = z.strictObject({ token: z.string().max(128) });

export const signInByLinkRoute = defineConsoleRoute({
  method: 'POST',
  path: 'sign-in/link',
  access: 'anybody',
  body: Link,
  handle: async ({ caller: before, body: { token }, address }, services) => {
    const { hub, signInLinks, failedSignIns, publicUrl } = services;
    return failedSignIns.attempt(address, async (attempt) => {
      // The link stays valid when the directory is unavailable.
      const directory = hub.directory.current();
      const link = await signInLinks.consume(token);
      const member = link === null ? null : findActiveMember(directory, link.memberId);
      if (link === null || member === null) {
        return refuseSignIn(services, { attempt, how: 'link', refusal: createLinkRefusal() });
      }
      const { id: memberId, name } = member;
      const by = link.madeBy === `member:${memberId}` ? {} : { by: link.madeBy };
      const session = await signIn(services, { memberId, how: 'link', ...by, before }).catch(
        async (error: unknown) => {
          await signInLinks.restore(token, link);
          throw error;
        },
      );
      return {
        headers: { 'set-cookie': sessionCookie(session, publicUrl) },
        body: { member: { id: memberId, name } },
      };
    });
  },
});
