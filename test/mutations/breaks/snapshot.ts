import type { Break } from '../break.ts';

export const snapshotBreaks: readonly Break[] = [
  {
    id: 'snapshot-last-modified-tells-activity',
    file: 'services/query/snapshot/changed-since.ts',
    replace: "if (hasCategory(readable, 'activity')) newest",
    by: 'newest',
    tests: ['services/query/snapshot/snapshots.test.ts'],
    reason: '`last_modified` moves because of an account whose activity the reader may not know',
  },
];
