import { deviceOperations } from '../../../../operations/devices/devices.ts';
import { defineAdminCommand, defineAdminRead } from '../../define-admin-route.ts';

export const listDevicesRoute = defineAdminRead('admin/devices', ({ operations }) =>
  deviceOperations.list(operations),
);

const revokeDeviceRoute = defineAdminCommand(
  'admin/devices/:id/revoke',
  ({ id: deviceId, actor, requestId }, { operations }) =>
    deviceOperations.revoke(operations, { deviceId, actor, requestId }),
);

export const adminDeviceRoutes = [listDevicesRoute, revokeDeviceRoute];
