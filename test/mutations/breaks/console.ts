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
  {
    id: 'console-payloads-kept-twice-as-long',
    file: 'services/console/api/routes/admin/payloads.ts',
    replace: 'clock() - retention.RAW_PAYLOAD_RETENTION_HOURS',
    by: 'clock() - 2 * retention.RAW_PAYLOAD_RETENTION_HOURS',
    tests: ['services/console/api/payloads.test.ts'],
    reason: 'admins read reports for twice as long as the hub promises',
  },
  {
    id: 'console-preview-of-others',
    file: 'services/console/api/routes/me/sharing.ts',
    replace: '      .filter(({ account }) => account.ownerId === memberId)\n',
    by: '',
    tests: ['services/console/api/me.test.ts'],
    reason: 'the preview of sharing lists accounts of other members',
  },
  {
    id: 'console-unused-session-stays',
    file: 'services/console/sessions/sessions.ts',
    replace: 'where token_hash = $1 and last_used_at > $2`',
    by: 'where token_hash = $1 and $2::bigint is not null`',
    tests: ['services/console/sessions/sessions.test.ts'],
    reason: 'a session that nobody used for 30 days still signs in',
  },
];
