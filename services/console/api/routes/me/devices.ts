import { z } from 'zod';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { deviceOperations } from '../../../../operations/devices/devices.ts';
import { defineCommand, emptyBody } from '../../define-command.ts';
import { getOwnDevice } from '../../own/own-resources.ts';
import { deviceNameField } from '../../requests/fields.ts';

const renameRoute = defineCommand({
  path: 'me/devices/:id',
  access: 'member',
  body: z.strictObject({ name: deviceNameField }),
  executeCommand: async (
    { caller: { memberId }, actor, requestId, params, body: { name } },
    { operations },
  ) => {
    const { id: deviceId } = getOwnDevice(await readCurrent(operations), memberId, params.id);
    return deviceOperations.rename(operations, { deviceId, name, actor, requestId });
  },
});

const revokeRoute = defineCommand({
  path: 'me/devices/:id/revoke',
  access: 'member',
  body: emptyBody,
  executeCommand: async ({ caller: { memberId }, actor, requestId, params }, { operations }) => {
    const device = getOwnDevice(await readCurrent(operations), memberId, params.id);
    return deviceOperations.revoke(operations, { deviceId: device.id, actor, requestId });
  },
});

export const meDeviceRoutes = [renameRoute, revokeRoute];
