import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { runInProcess } from '../../../test/support/hub/command-line.ts';
import { projectRoot } from '../../../test/support/source-tree.ts';
import { typedPath } from './typed-path.ts';

const byNpm = (folder: string, root = projectRoot) => ({
  INIT_CWD: folder,
  npm_lifecycle_event: 'hub',
  npm_package_name: 'guild-account-hub',
  npm_package_json: join(root, 'package.json'),
});

test('npm run hub finds a file below the folder in which the person called npm', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'items.json'), 'no JSON');
  await writeFile(join(folder, 'key'), 'no secret');
  await writeFile(join(folder, 'backup.json'), 'no manifest');
  const load = await runInProcess(byNpm(folder), ['game', 'load', 'items.json']);
  expect(load.stderr).toMatch(/^hub: .*JSON/);
  expect(load.stderr).not.toContain('ENOENT');
  const restore = await runInProcess(byNpm(folder), ['backup', 'restore', './backup.json', '--json']);
  expect(restore.stderr).toContain(`there is no backup backup.json in ${folder}:`);
  const other = { ...byNpm(folder), npm_package_name: 'another' };
  expect((await runInProcess(other, ['game', 'load', 'items.json'])).stderr).toContain('ENOENT');
});

test('a relative path starts where npm was called, an absolute path stays', async () => {
  const root = await temporaryFolder();
  await writeFile(join(root, 'package.json'), '{}');
  await mkdir(join(root, 'sub'));
  const environment = byNpm(join(root, 'sub'), root);
  expect(typedPath('a.json', environment, root)).toBe(join(root, 'sub', 'a.json'));
  expect(typedPath('../a.json', environment, root)).toBe(join(root, 'a.json'));
  expect(typedPath('/a.json', environment, root)).toBe('/a.json');
  const link = join(await temporaryFolder(), 'link');
  await symlink(root, link);
  expect(typedPath('a.json', byNpm('/x', link), root)).toBe('/x/a.json');
});

test('a process that npm did not start in the folder of this package uses its working directory', () => {
  const environment = byNpm('/elsewhere');
  expect(typedPath('a.json', environment, '/tmp')).toBe('a.json');
  expect(typedPath('a.json', { ...environment, npm_lifecycle_event: undefined }, projectRoot)).toBe('a.json');
  expect(typedPath('a.json', { ...environment, npm_package_name: 'other' }, projectRoot)).toBe('a.json');
  expect(typedPath('a.json', {}, projectRoot)).toBe('a.json');
});
