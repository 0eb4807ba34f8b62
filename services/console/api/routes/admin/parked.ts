import { parkedOperations } from '../../../../operations/projections/parked.ts';
import { defineCommand, emptyBody } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';

const listParkedRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/parked',
  access: 'admin',
  handle: async (_, { operations }) => ({ body: await parkedOperations.list(operations) }),
});

const commands = (['show', 'retry', 'drop'] as const).map((command) =>
  defineCommand({
    path: `admin/parked/:id/${command}`,
    access: 'admin',
    body: emptyBody,
    executeCommand: async (
      { actor, requestId, params: { id: recordId = '' } },
      { operations },
    ): Promise<object> => parkedOperations[command](operations, { recordId, actor, requestId }),
  }),
);

export const adminParkedRoutes = [listParkedRoute, ...commands];
