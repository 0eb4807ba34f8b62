import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDataDir } from '../../test/support/hub/hub-process.ts';
import { createFolder } from './create-folder.ts';

const run = promisify(execFile);

test('creates the folders above a folder, and accepts an existing folder', async () => {
  const place = join(await temporaryDataDir(null), 'a/b');
  for (let times = 0; times < 2; times += 1) await createFolder(place, 0o700);
  expect((await stat(place)).mode & 0o777).toBe(0o700);
});

test('reports the cause when a place cannot contain folders', async () => {
  const file = join(await temporaryDataDir(null), 'file');
  await writeFile(file, '');
  await expect(createFolder(join(file, 'a/b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test('reports a read-only file system as read-only', async (context) => {
  const place = await temporaryDataDir(null);
  const mounting = run('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'none', place]);
  const isMounted = await mounting.then(
    () => true,
    () => false,
  );
  if (!isMounted) return context.skip('needs the right to mount');
  onTestFinished(async () => void (await run('umount', [place])));
  for (const folder of ['a', 'a/b']) {
    await expect(createFolder(join(place, folder))).rejects.toMatchObject({ code: 'EROFS' });
  }
});
