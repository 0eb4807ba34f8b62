import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { withStartLock } from '../../shared/postgres/embedded/start-lock.ts';
import { projectRoot } from '../support/source-tree.ts';

const run = promisify(execFile);
const sources = ['services/console/pages', 'shared/client', 'shared/domain'];
const builder = 'services/console/build-pages.mjs';

/** Test files start at the same time, and a build empties the folder of another build. */
export async function buildChangedPages(): Promise<void> {
  await withStartLock(projectRoot, async () => {
    if (!(await areCurrent())) await run(process.execPath, [builder], { cwd: projectRoot });
  });
}

async function areCurrent(): Promise<boolean> {
  const listed = await Promise.all(
    sources.map(async (folder) =>
      (await readdir(projectRoot + folder, { recursive: true })).map((path) => `${folder}/${path}`),
    ),
  );
  const changes = await Promise.all([...listed.flat(), ...sources, builder].map(changedAt));
  return Math.max(...changes) < (await changedAt('services/console/built/index.html'));
}

/** Epoch ms; 0 for a missing file. */
async function changedAt(path: string): Promise<number> {
  const found = await stat(projectRoot + path).catch(() => null);
  return found?.mtimeMs ?? 0;
}
