import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openBackupTest } from '../../shared/backup/testing/open-backup-test.ts';
import { backupOperations } from './backups.ts';

test('concurrent callers share one read of the folder, which reports what blocks a backup', async () => {
  const secret = randomBytes(32);
  const { path, folder, backUp } = await openBackupTest(secret);
  const { file, manifest } = await backUp();
  const [one, other] = [backupOperations.list(path, secret), backupOperations.list(path, secret)];
  expect(other).toBe(one);
  // A caller without the secret cannot check signatures.
  expect(backupOperations.list(path, null)).not.toBe(one);
  expect(await one).toMatchObject({ backups: [{ file, state: 'authentic' }], folder_problem: null });

  const taken_at = '2026-01-02T03:00:00.000Z';
  await folder.addBackup({ ...manifest, taken_at, bytes: Number.MAX_SAFE_INTEGER });
  const later = await backupOperations.list(path, secret);
  expect(later.backups).toHaveLength(2);
  expect(later.folder_problem).toEqual({
    problem: expect.stringMatching(/^BACKUP_DIR .* has \d+ MB free, less than twice the/),
    fix: 'free some space on its disk',
  });
});
