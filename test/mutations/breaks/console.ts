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
];
