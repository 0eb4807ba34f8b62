import { z } from 'zod';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { pairingOperations } from '../../../../operations/pairing.ts';
import { ConsoleError } from '../../console-error.ts';
import { defineCommand, noFields } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';

const openCodeRoute = defineCommand({
  path: 'me/pairing-codes',
  access: 'member',
  body: noFields,
  carryOut: ({ caller: { memberId }, actor, requestId, headers }, { operations, publicUrl }) =>
    pairingOperations.open(operations, { memberId, publicUrl, host: headers.host ?? null, actor, requestId }),
});

const Watched = z.strictObject({ device: z.guid().toLowerCase().optional() });

/** What came of a code: until the first report came, a page asks again, with the device once an answer named one. */
const watchCodeRoute = defineConsoleRoute({
  method: 'GET',
  path: 'me/pairing-codes/:id',
  access: 'member',
  query: Watched,
  handle: async ({ caller: { memberId }, params: { id = '' }, query }, { operations, clock }) => {
    const wish = { id, deviceId: query.device ?? null, memberId, now: clock() };
    const seen = await pairingOperations.watch(operations, await readCurrent(operations), wish);
    if (seen === null) throw new ConsoleError('not_found', 'Not found.');
    return { body: seen };
  },
});

export const mePairingRoutes = [openCodeRoute, watchCodeRoute];
