import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { deviceOperations } from '../../../../operations/devices.ts';
import { defineCommand, noFields } from '../../define-command.ts';
import { requireOwnDevice } from '../../own-things.ts';

const revokeRoute = defineCommand({
  path: 'me/devices/:id/revoke',
  access: 'member',
  body: noFields,
  carryOut: async ({ caller: { memberId }, actor, requestId, params }, { operations }) => {
    const device = requireOwnDevice(await readCurrent(operations), memberId, params.id);
    return deviceOperations.revoke(operations, { deviceId: device.id, actor, requestId });
  },
});

export const meDeviceRoutes = [revokeRoute];
