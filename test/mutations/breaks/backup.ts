import type { Break } from '../break.ts';

export const backupBreaks: readonly Break[] = [
  {
    id: 'backup-hole-in-series',
    file: 'shared/backup/taking/plan-backup.ts',
    replace: 'wanted.slice(0, firstLost)',
    by: 'wanted.filter(isIntact)',
    tests: ['shared/backup/taking/plan-backup.test.ts'],
    reason: 'a damaged segment in the middle of a series leaves a hole, and later segments are kept',
  },
  {
    id: 'backup-withdrawn-fingerprint',
    file: 'shared/backup/folder/backup-keys.ts',
    replace: '    ...now,\n',
    by: '    ...now,\n    chat_ids: [...(before?.chat_ids ?? []), ...now.chat_ids],\n',
    tests: ['shared/backup/folder/backup-keys.test.ts', 'shared/backup/keys/remove-withdrawn.test.ts'],
    reason: 'a withdrawn fingerprint of a chat id stays in keys.zst',
  },
];
