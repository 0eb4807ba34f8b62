import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../support/source-tree.ts';

/** Packages keep their caches here, and each copy needs separate caches. */
const ownFolders = ['.cache', '.vite'];

/** Copies the project's files, also changed and new files; the packages are links. */
export async function copyTree(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'hub-mutations-'));
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: projectRoot, maxBuffer: 64 * 1024 * 1024 },
  );
  for (const file of new Set(stdout.split('\0'))) {
    if (file !== '' && (await isFile(join(projectRoot, file)))) await copyInto(path, file);
  }
  const packages = join(projectRoot, 'node_modules');
  await mkdir(join(path, 'node_modules'));
  for (const name of await readdir(packages)) {
    if (!ownFolders.includes(name)) await symlink(join(packages, name), join(path, 'node_modules', name));
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

async function copyInto(folder: string, file: string): Promise<void> {
  const target = join(folder, file);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(join(projectRoot, file), target);
}

/** False for a file that was deleted and is still in the index. */
async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
