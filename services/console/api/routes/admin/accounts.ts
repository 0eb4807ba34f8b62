import { z } from 'zod';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { requireAccount } from '../../../../../projections/access/commands/require-known.ts';
import { correctXp } from '../../../../operations/accounts/accept-lower-xp.ts';
import { accountOperations } from '../../../../operations/accounts/accounts.ts';
import { twinOperations } from '../../../../operations/accounts/twins.ts';
import { defineCommand, emptyBody } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { memberIdField } from '../../requests/fields.ts';
import { requireConfirmation } from '../../requests/require-confirmation.ts';

const ofMember = z.strictObject({ member_id: memberIdField });

const listAccountsRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/accounts',
  access: 'admin',
  handle: async (_, { operations }) => ({ body: await accountOperations.list(operations) }),
});

const transferRoute = defineCommand({
  path: 'admin/accounts/:id/owner',
  access: 'admin',
  body: ofMember,
  executeCommand: ({ actor, requestId, params: { id: accountId = '' }, body }, { operations }) =>
    accountOperations.transfer(operations, { accountId, memberId: body.member_id, actor, requestId }),
});

const [blockRoute, unblockRoute] = ([true, false] as const).map((blocked) =>
  defineCommand({
    path: `admin/accounts/:id/${blocked ? 'block' : 'unblock'}`,
    access: 'admin',
    body: ofMember,
    executeCommand: ({ actor, requestId, params: { id: accountId = '' }, body }, { operations }) =>
      accountOperations.block(operations, {
        accountId,
        memberId: body.member_id,
        blocked,
        actor,
        requestId,
      }),
  }),
);

const correctXpRoute = defineCommand({
  path: 'admin/accounts/:id/correct-xp',
  access: 'admin',
  body: emptyBody,
  executeCommand: ({ actor, requestId, params: { id: accountId = '' } }, { operations }) =>
    correctXp(operations, { accountId, actor, requestId }),
});

const eraseAccountRoute = defineCommand({
  path: 'admin/accounts/:id/erase',
  access: 'admin',
  body: z.strictObject({ name: z.string() }),
  executeCommand: async (
    { actor, requestId, params: { id: accountId = '' }, body },
    { operations, backupDir },
  ) => {
    const directory = await readCurrent(operations);
    // The name of a retried erasure is already erased.
    if (!directory.erased.has(accountId)) {
      requireConfirmation(body.name, requireAccount(directory, accountId).name ?? accountId);
    }
    return accountOperations.erase(operations, { accountId, backupDir, actor, requestId });
  },
});

const listTwinsRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/twins',
  access: 'admin',
  handle: async (_, { operations }) => ({ body: await twinOperations.list(operations) }),
});

const eraseTwinRoute = defineCommand({
  path: 'admin/twins/:id/erase',
  access: 'admin',
  body: emptyBody,
  executeCommand: ({ actor, requestId, params: { id: accountId = '' } }, { operations, backupDir }) =>
    twinOperations.erase(operations, { accountId, backupDir, actor, requestId }),
});

export const adminAccountRoutes = [
  listAccountsRoute,
  listTwinsRoute,
  eraseTwinRoute,
  transferRoute,
  blockRoute,
  unblockRoute,
  correctXpRoute,
  eraseAccountRoute,
].filter((route) => route !== undefined);
