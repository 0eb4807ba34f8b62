import { z } from 'zod';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { requireAccount } from '../../../../../projections/access/commands/require-known.ts';
import { correctXp } from '../../../../operations/accounts/accept-lower-xp.ts';
import { accountOperations } from '../../../../operations/accounts/accounts.ts';
import { twinOperations } from '../../../../operations/accounts/twins.ts';
import { defineAdminCommand, defineAdminRead } from '../../define-admin-route.ts';
import { defineCommand } from '../../define-command.ts';
import { memberIdField } from '../../requests/fields.ts';
import { requireConfirmation } from '../../requests/require-confirmation.ts';

const ofMember = z.strictObject({ member_id: memberIdField });

export const listAccountsRoute = defineAdminRead('admin/accounts', ({ operations }) =>
  accountOperations.list(operations),
);

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

export const correctXpRoute = defineAdminCommand(
  'admin/accounts/:id/correct-xp',
  ({ id: accountId, actor, requestId }, { operations }) =>
    correctXp(operations, { accountId, actor, requestId }),
);

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

const listTwinsRoute = defineAdminRead('admin/twins', ({ operations }) => twinOperations.list(operations));

const eraseTwinRoute = defineAdminCommand(
  'admin/twins/:id/erase',
  ({ id: accountId, actor, requestId }, { operations, backupDir }) =>
    twinOperations.erase(operations, { accountId, backupDir, actor, requestId }),
);

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
