import { z } from 'zod';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { requireMember } from '../../../../../projections/access/commands/require-known.ts';
import { accountDecisions, memberErasure } from '../../../../operations/members/erase-member.ts';
import { defineCommand } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { requireConfirmation } from '../../requests/require-confirmation.ts';

export const ownErasureRoute = defineConsoleRoute({
  method: 'GET',
  path: 'me/erasure',
  access: 'member',
  handle: async ({ caller: { memberId } }, { operations }) => ({
    body: await memberErasure.accountsOf(operations, memberId),
  }),
});

/** If other members also report an account, it passes to one of them. */
const eraseRoute = defineCommand({
  path: 'me/erase',
  access: 'member',
  body: z.strictObject({ name: z.string(), accounts: z.enum(accountDecisions).optional() }),
  executeCommand: async ({ caller: { memberId }, actor, requestId, body }, { operations, backupDir }) => {
    requireConfirmation(body.name, requireMember(await readCurrent(operations), memberId).name);
    const { accounts } = body;
    return memberErasure.erase(operations, { memberId, accounts, backupDir, actor, requestId });
  },
});

export const meEraseRoutes = [ownErasureRoute, eraseRoute];
