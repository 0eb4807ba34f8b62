import { ConsoleError } from '../../console-error.ts';
import { sessionCookie } from '../../sessions/cookies.ts';
import { deriveSessionKey } from '../../sessions/session-token.ts';
import { defineConsoleRoute } from '../define-console-route.ts';
import { listOwnAccounts } from '../own/own-resources.ts';
import { isPrivateConnection } from '../requests/own-origin.ts';

/** Also prolongs the cookie. */
export const sessionRoute = defineConsoleRoute({
  method: 'GET',
  path: 'session',
  access: 'member',
  handle: ({ caller, headers }, { hub, publicUrl }) => {
    const directory = hub.directory.current();
    const member = directory.members.get(caller.memberId);
    if (member === undefined) throw new ConsoleError('not_signed_in', 'sign in first');
    return {
      headers: { 'set-cookie': sessionCookie(caller.token, publicUrl) },
      body: {
        member: {
          id: member.id,
          name: member.name,
          is_admin: caller.isAdmin,
          time_zone: member.timeZone,
          chat_id: member.chatId,
        },
        has_accounts: listOwnAccounts(directory, member.id).length > 0,
        key: deriveSessionKey(caller.token).key,
        expires_at: new Date(caller.expiresAt).toISOString(),
        private: isPrivateConnection(headers, publicUrl),
      },
    };
  },
});
