import { z } from 'zod';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { pairingOperations } from '../../../../operations/devices/pairing.ts';
import { ConsoleError } from '../../../console-error.ts';
import { defineCommand, emptyBody } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { getOwnDevice } from '../../own/own-resources.ts';

export const openCodeRoute = defineCommand({
  path: 'me/pairing-codes',
  access: 'member',
  body: emptyBody,
  executeCommand: (
    { caller: { memberId }, actor, requestId, headers },
    { operations, publicUrl, listensAt },
  ) => {
    const sources = { publicUrl, host: headers.host ?? null, listensAt };
    return pairingOperations.open(operations, { memberId, ...sources, actor, requestId });
  },
});

const Watched = z.strictObject({ device: z.guid().toLowerCase().optional() });

/**
 * A page polls this route until the first report. After an answer names a device, the page sends
 * the device's id with each request.
 */
export const watchCodeRoute = defineConsoleRoute({
  method: 'GET',
  path: 'me/pairing-codes/:id',
  access: 'member',
  query: Watched,
  handle: async ({ caller: { memberId }, params: { id = '' }, query }, { operations, clock }) => {
    const watched = { id, deviceId: query.device ?? null, memberId, now: clock() };
    const seen = await pairingOperations.watch(operations, await readCurrent(operations), watched);
    if (seen === null) throw new ConsoleError('not_found', 'Not found.');
    return { body: seen };
  },
});

/** `plugin` is an `option` of `plugins.pasted` in the answer of `me`. */
const PastedInto = z.strictObject({ plugin: z.string().max(64) });

/** Only this answer contains the token. */
export const createTokenRoute = defineCommand({
  path: 'me/device-tokens',
  access: 'member',
  body: PastedInto,
  executeCommand: (
    { caller: { memberId }, actor, requestId, headers, body },
    { operations, plugins, publicUrl, listensAt },
  ) => {
    const plugin = plugins.pasted.find(({ option }) => option === body.plugin);
    if (plugin === undefined) throw new ConsoleError('not_found', 'There is no such plugin.');
    const sources = { publicUrl, host: headers.host ?? null, listensAt };
    return pairingOperations.makeToken(operations, { memberId, plugin, ...sources, actor, requestId });
  },
});

/** A page polls this route until the plugin has reported. */
const watchTokenRoute = defineConsoleRoute({
  method: 'GET',
  path: 'me/device-tokens/:id',
  access: 'member',
  handle: async ({ caller: { memberId }, params }, { operations, clock }) => {
    const directory = await readCurrent(operations);
    const device = getOwnDevice(directory, memberId, params.id);
    return { body: await pairingOperations.watchDevice(operations, directory, device, clock()) };
  },
});

export const mePairingRoutes = [openCodeRoute, watchCodeRoute, createTokenRoute, watchTokenRoute];
