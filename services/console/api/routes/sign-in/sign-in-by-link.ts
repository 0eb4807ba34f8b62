import { z } from 'zod';
import { hasEverHadMembers } from '../../../ever-had-members.ts';
import { sessionCookie } from '../../../sessions/cookies.ts';
import { isSetUpToken } from '../../../sign-in/set-up.ts';
import { createLinkRefusal, findActiveMember, refuseSignIn, signIn } from '../../../sign-in/sign-in.ts';
import { type ConsoleAnswer, defineConsoleRoute } from '../../define-console-route.ts';

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

interface LinkInspection {
  readonly kind: 'sign_in' | 'set_up';
  /** Null for a set-up. */
  readonly name: string | null;
  readonly expires_at: string | null;
}

/** Answers what a link is for, without using it. */
export const inspectLinkRoute = defineConsoleRoute({
  method: 'POST',
  path: 'sign-in/look',
  access: 'anybody',
  body: Link,
  handle: async ({ body: { token }, address }, services) => {
    const { hub, signInLinks, failedSignIns } = services;
    return failedSignIns.attempt<ConsoleAnswer<LinkInspection>>(address, async (attempt) => {
      if (isSetUpToken(hub.hubSecret, token) && !hasEverHadMembers(hub.directory.current())) {
        return { body: { kind: 'set_up', name: null, expires_at: null } };
      }
      const link = await signInLinks.find(token);
      const member = link === null ? null : findActiveMember(hub.directory.current(), link.memberId);
      if (link === null || member === null) {
        return refuseSignIn(services, { attempt, how: 'link', refusal: createLinkRefusal() });
      }
      const expires_at = new Date(link.expiresAt).toISOString();
      return { body: { kind: 'sign_in', name: member.name, expires_at } };
    });
  },
});
