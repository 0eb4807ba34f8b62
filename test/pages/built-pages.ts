import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { projectRoot } from '../support/source-tree.ts';

const run = promisify(execFile);
const sources = ['services/console/pages', 'shared/client', 'shared/domain'];
const builder = 'services/console/build-pages.mjs';

export async function buildChangedPages(): Promise<void> {
  const listed = await Promise.all(
    sources.map(async (folder) =>
      (await readdir(projectRoot + folder, { recursive: true })).map((path) => `${folder}/${path}`),
    ),
  );
  const changes = await Promise.all([...listed.flat(), ...sources, builder].map(changedAt));
  if (Math.max(...changes) < (await changedAt('services/console/built/index.html'))) return;
  await run(process.execPath, [builder], { cwd: projectRoot });
}

/** Epoch ms; 0 for a missing file. */
async function changedAt(path: string): Promise<number> {
  const found = await stat(projectRoot + path).catch(() => null);
  return found?.mtimeMs ?? 0;
}
