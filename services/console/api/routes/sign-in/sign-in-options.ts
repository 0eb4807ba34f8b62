import { hasMembers } from '../../../member-history.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { isPrivate } from '../../requests/own-origin.ts';

/** How one signs in at this hub. */
export const signInRoute = defineConsoleRoute({
  method: 'GET',
  path: 'sign-in',
  access: 'anybody',
  handle: ({ headers }, { hub, hubName, discord, publicUrl }) => ({
    body: {
      hub_name: hubName,
      discord: discord !== null,
      has_members: hasMembers(hub.directory.current()),
      private: isPrivate(headers, publicUrl),
    },
  }),
});
