import type { Break } from '../break.ts';

export const accessBreaks: readonly Break[] = [
  {
    id: 'access-erased-account-linked-again',
    file: 'projections/access/fold/accounts/identities.ts',
    replace: " || rows.get('erased', account_id) !== undefined) return;",
    by: ') return;',
    tests: ['projections/access/fold/accounts/identities.test.ts'],
    reason: 'an erased account is linked again by a report that was under way',
  },
];
