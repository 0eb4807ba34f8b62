import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEnd } from '../../test/support/at-end.ts';
import { isInstalled } from '../../test/support/is-installed.ts';
import { temporaryFolder } from '../backup/testing/open-backup-test.ts';
import { findPostgresFolders, foldersOfLsof, processTitle, signOfLife } from './platform.mjs';

const hasLsof = await isInstalled('lsof', '-v');

/** A process with the name `postgres` in its own folder. */
async function startNamed(name: string) {
  const folder = await temporaryFolder();
  const program = join(folder, name);
  await copyFile('/bin/sleep', program);
  const child = spawn(program, ['600'], { cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await once(child, 'spawn');
  return { child, ended, folder, pid: child.pid ?? 0 };
}

async function expectFolders(find: typeof findPostgresFolders): Promise<void> {
  const [server, other] = [await startNamed('postgres'), await startNamed('postgres-shell')];
  await expect.poll(async () => (await find()).get(server.pid)).toBe(server.folder);
  expect((await find(server.pid)).get(server.pid)).toBe(server.folder);
  expect(await find(other.pid)).toEqual(new Map());
  server.child.kill('SIGKILL');
  await server.ended;
  expect(await find(server.pid)).toEqual(new Map());
}

test('finds the folders of processes with the name postgres', () => expectFolders(findPostgresFolders));

test.skipIf(!hasLsof)('lsof finds the same folders, as on macOS (needs lsof)', () =>
  expectFolders(foldersOfLsof),
);

test('a process has a title and a sign of life until its end', async () => {
  const { child, ended, folder, pid } = await startNamed('postgres');
  await expect.poll(() => processTitle(pid)).toContain(folder);
  expect(signOfLife(pid)).toBe(folder);
  child.kill('SIGKILL');
  await ended;
  expect([processTitle(pid), signOfLife(pid)]).toEqual(['', null]);
});
