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

/** What came of a code: until the first report came, a page asks again. */
const watchCodeRoute = defineConsoleRoute({
  method: 'GET',
  path: 'me/pairing-codes/:id',
  access: 'member',
  handle: async ({ caller: { memberId }, params: { id = '' } }, { operations, clock }) => {
    const wish = { id, memberId, now: clock() };
    const seen = await pairingOperations.watch(operations, await readCurrent(operations), wish);
    if (seen === null) throw new ConsoleError('not_found', 'Not found.');
    return { body: seen };
  },
});

export const mePairingRoutes = [openCodeRoute, watchCodeRoute];
