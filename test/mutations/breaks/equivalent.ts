import type { EquivalentBreak } from '../break.ts';

/** Breaks that nobody can notice, listed so that nobody tries them again. */
export const equivalentBreaks: readonly EquivalentBreak[] = [
  {
    id: 'commit-excluded-remembered-early',
    file: 'shared/projection/commit/excluded-records.ts',
    replace:
      '  const current = await readExcludedAt(tx, generation, leases, { revisions: known, source });\n',
    by: '  const current = await readExcludedAt(tx, generation, leases, { revisions: known, source });\n  rememberExcluded(current);\n',
    reason: 'a rollback forgets what the leases remember, so an early note lasts as long as its transaction',
  },
];
