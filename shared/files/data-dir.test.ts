import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../backup/testing/open-backup-test.ts';
import { findDataDirFault } from './data-dir.ts';
import { explainFolderFailure } from './folder-error.ts';

const isRoot = process.geteuid?.() === 0;
const failure = {
  setting: 'DATA_DIR',
  path: '/srv/hub data',
  folder: '/srv/hub data',
  code: 'EACCES',
  message: 'EACCES: permission denied',
  owner: { uid: 1001, name: 'ada' },
  self: { uid: 999, name: 'guild-hub' },
};

test('a folder of another account is reported with its owner and the command that changes the owner', () => {
  expect(explainFolderFailure(failure)).toEqual({
    what: 'DATA_DIR /srv/hub data belongs to ada (user id 1001), and the hub runs as guild-hub (user id 999) (EACCES)',
    fix: "chown -R guild-hub '/srv/hub data', or start as ada (user id 1001)",
  });
  const nameless = { ...failure, owner: { uid: 1001, name: null }, self: { uid: 5, name: null } };
  expect(explainFolderFailure(nameless).fix).toBe("chown -R 5 '/srv/hub data', or start as user id 1001");
});

test('every other failure has its own text and command', () => {
  const readOnly = explainFolderFailure({ ...failure, code: 'EROFS' });
  expect(readOnly.what).toBe('DATA_DIR /srv/hub data is on a file system that is mounted read-only (EROFS)');
  expect(readOnly.fix).toMatch(/^mount -o remount,rw "\$\(findmnt -n -o TARGET -T '\/srv\/hub data'\)"; /);
  const own = { ...failure, owner: failure.self };
  expect(explainFolderFailure(own)).toMatchObject({
    what: 'guild-hub (user id 999) is not allowed to use DATA_DIR /srv/hub data (EACCES)',
    fix: expect.stringMatching(/^chmod -R u\+rwX '\/srv\/hub data'/),
  });
  expect(explainFolderFailure({ ...failure, code: 'ENOTDIR' }).what).toContain('is no folder');
  expect(explainFolderFailure({ ...own, code: 'EIO', message: 'EIO: i/o error' }).what).toContain(
    'i/o error',
  );
});

test('a usable folder and a folder that does not exist yet have no fault', async () => {
  const folder = await temporaryFolder();
  expect(await findDataDirFault(join(folder, 'none'))).toBe(null);
  await writeFile(join(folder, 'secret'), 'x');
  expect(await findDataDirFault(folder)).toBe(null);
});

test.skipIf(!isRoot)('root does not start PostgreSQL on a copy whose owner was lost', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'postgres'));
  expect(await findDataDirFault(folder)).toBe(null);
  await writeFile(join(folder, 'postgres.json'), '{}');
  expect(await findDataDirFault(folder)).toMatchObject({
    what: `DATA_DIR ${join(folder, 'postgres')} belongs to root, and PostgreSQL does not run as root`,
    fix: expect.stringMatching(/^chown -R postgres /),
  });
  await chown(join(folder, 'postgres'), 65_534, 65_534);
  expect(await findDataDirFault(folder)).toBe(null);
});

test.skipIf(!isRoot)(
  'another account is told who owns the folder, a file or the database in it',
  async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o755);
    const script = `import { findDataDirFault } from '${new URL('./data-dir.ts', import.meta.url).href}';
    process.setgid(65534); process.setuid(65534);
    console.log(JSON.stringify(await findDataDirFault('${folder}')));`;
    const found = async () => {
      const args = ['--no-warnings', '--input-type=module', '-e', script];
      return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
    };
    const owned = /belongs to root \(user id 0\), and the hub runs as nobody \(user id 65534\)/;
    expect(await found()).toMatchObject({
      what: expect.stringMatching(owned),
      fix: `chown -R nobody ${folder}, or start as root (user id 0)`,
    });
    await chmod(folder, 0o777);
    await writeFile(join(folder, 'secret'), 'x', { mode: 0o600 });
    expect((await found()).what).toContain(`DATA_DIR ${join(folder, 'secret')} belongs to root`);
    await chown(join(folder, 'secret'), 65_534, 65_534);
    await mkdir(join(folder, 'postgres'));
    await writeFile(join(folder, 'postgres.json'), '{}', { mode: 0o644 });
    expect(await found()).toMatchObject({
      what: expect.stringContaining(`DATA_DIR ${join(folder, 'postgres')} belongs to root`),
      fix: `chown -R nobody ${folder}, or start as root (user id 0)`,
    });
  },
);
