import { parkedOperations } from '../../../../operations/projections/parked.ts';
import { defineAdminCommand, defineAdminRead } from '../../define-admin-route.ts';

export const listParkedRoute = defineAdminRead('admin/parked', ({ operations }) =>
  parkedOperations.list(operations),
);

const commands = (['show', 'retry', 'drop'] as const).map((command) =>
  defineAdminCommand<object>(
    `admin/parked/:id/${command}`,
    ({ id: recordId, actor, requestId }, { operations }) =>
      parkedOperations[command](operations, { recordId, actor, requestId }),
  ),
);

export const adminParkedRoutes = [listParkedRoute, ...commands];
