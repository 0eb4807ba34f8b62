import type { Break } from '../break.ts';

export const commitBreaks: readonly Break[] = [
  {
    id: 'commit-memory-after-rollback',
    file: 'shared/projection/commit/commit-batch.ts',
    replace: '      forgetExcluded(moves.map(({ lease }) => lease));\n',
    by: '',
    tests: ['shared/projection/commit/commit-batch.test.ts'],
    reason: 'after a rollback a lease keeps the parked subjects that the transaction read',
  },
];
