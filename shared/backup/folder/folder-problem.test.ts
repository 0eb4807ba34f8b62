import { expect, test } from 'vitest';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import { openBackupTest } from '../testing/open-backup-test.ts';
import { openBackupFolder } from './backup-folder.ts';
import { type Disk, nodeDisk } from './disk.ts';

async function openNight() {
  const opened = await openBackupTest();
  await opened.journal.log.append(entriesOf('hub.feed', 'a', 300));
  const { manifest } = await opened.backUp();
  const problemOn = async (changed: Partial<Disk>, path = opened.path) => {
    const folder = openBackupFolder(path, opened.signer, { ...nodeDisk, ...changed });
    return folder.findProblem(await folder.list());
  };
  return { ...opened, bytes: manifest.bytes, problemOn };
}

test('a folder that cannot be written is reported before a backup fails', async () => {
  const { path, problemOn } = await openNight();
  expect(await problemOn({})).toBeNull();
  for (const place of [path, `${path}/segments`]) {
    const writeError = async (folder: string) => (folder === place ? 'EROFS' : null);
    expect(await problemOn({ writeError })).toEqual({
      problem: `BACKUP_DIR ${path} cannot be written (EROFS)`,
      fix: 'its file system is read-only: set BACKUP_DIR to another folder',
    });
  }
  // The first backup creates a missing folder, below the nearest existing folder.
  const missing = `${path}/not/there`;
  expect(await problemOn({}, missing)).toBeNull();
  const writeError = async (folder: string) =>
    folder === path ? 'EACCES' : folder.startsWith(missing.slice(0, path.length + 1)) ? 'ENOENT' : null;
  expect(await problemOn({ writeError }, missing)).toMatchObject({
    problem: expect.stringContaining('EACCES'),
  });
});

test('a folder is reported when it has less space than twice the bytes that the largest kept backup wrote', async () => {
  const { path, bytes, problemOn } = await openNight();
  expect(await problemOn({ freeBytes: async () => 2 * bytes })).toBeNull();
  expect(await problemOn({ freeBytes: async () => 2 * bytes - 1 })).toEqual({
    problem: `BACKUP_DIR ${path} has 1 MB free, less than twice the 1 MB that the largest kept backup wrote`,
    fix: 'free some space on its disk',
  });
});
