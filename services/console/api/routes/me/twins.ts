import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { twinOperations } from '../../../../operations/accounts/twins.ts';
import { defineCommand, emptyBody } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { requireOwnAccounts } from '../../own/own-resources.ts';

export const listOwnTwinsRoute = defineConsoleRoute({
  method: 'GET',
  path: 'me/twins',
  access: 'member',
  handle: async ({ caller: { memberId } }, { operations }) => ({
    body: await twinOperations.list(operations, memberId),
  }),
});

/** Any other account has to be erased by an admin. */
const eraseOwnTwinRoute = defineCommand({
  path: 'me/twins/:id/erase',
  access: 'member',
  body: emptyBody,
  executeCommand: async (
    { caller: { memberId }, actor, requestId, params: { id: accountId = '' } },
    { operations, backupDir },
  ) => {
    requireOwnAccounts(await readCurrent(operations), memberId, [accountId]);
    return twinOperations.erase(operations, { accountId, backupDir, actor, requestId });
  },
});

export const meTwinRoutes = [listOwnTwinsRoute, eraseOwnTwinRoute];
