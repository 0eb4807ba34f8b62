import { hasEverHadMembers } from '../../../ever-had-members.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { isPrivateConnection } from '../../requests/own-origin.ts';

export const signInOptionsRoute = defineConsoleRoute({
  method: 'GET',
  path: 'sign-in',
  access: 'anybody',
  handle: ({ headers }, { hub, hubName, discord, publicUrl }) => ({
    body: {
      hub_name: hubName,
      discord: discord !== null,
      has_members: hasEverHadMembers(hub.directory.current()),
      private: isPrivateConnection(headers, publicUrl),
    },
  }),
});
