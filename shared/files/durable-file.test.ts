import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../backup/testing/open-backup-test.ts';
import { createFileDurably, syncFolder } from './durable-file.ts';

/** The error of a file system without links, for example exFAT. */
const refuseLink = async () => {
  throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
};

test.each([
  ['with links', undefined],
  ['without links', refuseLink],
])(
  'only one of several processes that create a file at the same moment succeeds, on a file system %s',
  async (_, link) => {
    const folder = await temporaryFolder();
    const path = join(folder, 'file');
    const contents = ['a', 'b', 'c', 'd'];
    const made = await Promise.all(contents.map((content) => createFileDurably(path, content, link)));
    expect(made.filter((isMade) => isMade)).toHaveLength(1);
    expect(await readFile(path, 'utf8')).toBe(contents[made.indexOf(true)]);
    expect(await createFileDurably(path, 'late', link)).toBe(false);
    expect(await readdir(folder)).toEqual(['file']);
  },
);

test('a folder that its file system cannot sync is no error', async () => {
  // Linux answers EINVAL to the sync of a folder below /proc.
  const folder = await open('/proc/self', 'r');
  await expect(folder.sync()).rejects.toMatchObject({ code: 'EINVAL' });
  await folder.close();
  await syncFolder('/proc/self');
});

test.each(['EIO', 'ENOSPC', 'EROFS'])('%s of the sync of a folder is an error', async (code) => {
  const fail = () => Promise.reject(Object.assign(new Error(code), { code }));
  await expect(syncFolder(await temporaryFolder(), fail)).rejects.toMatchObject({ code });
});
