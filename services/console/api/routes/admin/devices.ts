import { deviceOperations } from '../../../../operations/devices/devices.ts';
import { defineCommand, emptyBody } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';

const listDevicesRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/devices',
  access: 'admin',
  handle: async (_, { operations }) => ({ body: await deviceOperations.list(operations) }),
});

const revokeDeviceRoute = defineCommand({
  path: 'admin/devices/:id/revoke',
  access: 'admin',
  body: emptyBody,
  executeCommand: ({ actor, requestId, params: { id: deviceId = '' } }, { operations }) =>
    deviceOperations.revoke(operations, { deviceId, actor, requestId }),
});

export const adminDeviceRoutes = [listDevicesRoute, revokeDeviceRoute];
