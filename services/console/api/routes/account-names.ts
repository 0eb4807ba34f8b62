import { readCurrent } from '../../../../projections/access/commands/append-and-wait.ts';
import { readAccountNames } from '../../../operations/accounts/account-names.ts';
import { defineConsoleRoute } from '../define-console-route.ts';
import { requireOwnAccounts } from '../own/own-resources.ts';

export const accountNamesRoute = defineConsoleRoute({
  method: 'GET',
  path: 'accounts/:id/names',
  access: 'member',
  handle: async ({ caller: { memberId, isAdmin }, params: { id = '' } }, { operations }) => {
    const directory = await readCurrent(operations);
    if (!isAdmin || !directory.accounts.has(id)) requireOwnAccounts(directory, memberId, [id]);
    return { body: await readAccountNames(operations, id) };
  },
});
