import type { Break } from '../break.ts';

export const snapshotBreaks: readonly Break[] = [
  {
    id: 'snapshot-last-modified-tells-activity',
    file: 'services/query/snapshot/changed-since.ts',
    replace: "if (hasCategory(readable, 'activity')) newest",
    by: 'newest',
    tests: ['services/query/snapshot/snapshots.test.ts'],
    reason: '`last_modified` moves because of an account whose activity the reader is not allowed to know',
  },
  {
    id: 'snapshot-last-modified-tells-report',
    file: 'services/query/snapshot/view-rows.ts',
    replace: 'if (isChangeTimeReadable) newest = Math.max(',
    by: 'newest = Math.max(',
    tests: ['services/query/snapshot/snapshots.test.ts'],
    reason:
      '`last_modified` moves because of a report of an account whose activity the reader is not allowed to know',
  },
  {
    id: 'snapshot-last-modified-ahead',
    file: 'services/query/snapshot/changed-since.ts',
    replace: 'Math.min(view.appliedUpTo(), reader.directory.watermark)',
    by: 'view.appliedUpTo()',
    tests: ['services/query/snapshot/snapshots.test.ts'],
    reason: '`last_modified` passes rights that are not applied yet, and a client misses an account',
  },
  {
    id: 'snapshot-overlap-lost',
    file: 'services/query/snapshot/changed-since.ts',
    replace: 'since - overlapMs;\n  const',
    by: 'since;\n  const',
    tests: ['services/query/snapshot/snapshots.test.ts'],
    reason: 'a client misses a change shortly before its `since`',
  },
  {
    id: 'snapshot-unreadable-change-left-out',
    file: 'services/query/snapshot/changed-since.ts',
    replace: '!row.isChangeTimeReadable || row.changedAt > after',
    by: 'row.changedAt > after',
    tests: ['services/query/snapshot/snapshots.test.ts'],
    reason: 'an answer with `since` tells when an account without readable activity changed',
  },
];
