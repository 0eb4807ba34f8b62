import type { Break } from '../break.ts';

export const consoleBreaks: readonly Break[] = [
  {
    id: 'console-key-change-names-invisible',
    file: 'services/console/api/routes/me/keys.ts',
    replace: '    requireVisibleAccounts(directory, memberId, body.account_ids ?? []);\n',
    by: '',
    tests: ['services/console/api/me.test.ts'],
    reason: 'changing a key may name accounts that its owner cannot see',
  },
  {
    id: 'console-key-create-names-invisible',
    file: 'services/console/api/routes/me/keys.ts',
    replace:
      '    if (named.length > 0) requireVisibleAccounts(await readCurrent(operations), memberId, named);\n',
    by: '',
    tests: ['services/console/api/me.test.ts'],
    reason: 'creating a key may name accounts that its owner cannot see',
  },
  {
    id: 'console-names-for-everybody',
    file: 'services/console/api/routes/account-names.ts',
    replace:
      '    if (!isAdmin || !directory.accounts.has(id)) requireOwnAccounts(directory, memberId, [id]);\n',
    by: '',
    tests: ['services/console/api/account-names.test.ts'],
    reason: 'every member reads the earlier names of every account',
  },
  {
    id: 'console-twin-of-others',
    file: 'services/console/api/routes/me/twins.ts',
    replace: '    requireOwnAccounts(await readCurrent(operations), memberId, [accountId]);\n',
    by: '',
    tests: ['services/console/api/twins.test.ts'],
    reason: 'a member erases a twin of another member',
  },
];
