import { parkedOperations } from '../../../../operations/parked.ts';
import { defineCommand, noFields } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';

const listParkedRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/parked',
  access: 'admin',
  handle: async (_, { operations }) => ({ body: await parkedOperations.list(operations) }),
});

const [retryRoute, dropRoute] = (['retry', 'drop'] as const).map((decision) =>
  defineCommand({
    path: `admin/parked/:id/${decision}`,
    access: 'admin',
    body: noFields,
    carryOut: async ({ actor, requestId, params: { id: recordId = '' } }, { operations }): Promise<object> =>
      parkedOperations[decision](operations, { recordId, actor, requestId }),
  }),
);

export const adminParkedRoutes = [listParkedRoute, retryRoute, dropRoute].filter(
  (route) => route !== undefined,
);
