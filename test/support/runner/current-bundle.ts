import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root, toRun } from '../../../services/cli/bundled.mjs';
import { withStartLock } from '../../../shared/postgres/embedded/start-lock.ts';
import { namedFiles } from './slow-files.ts';
import { runsQuick } from './test-kinds.ts';

const run = promisify(execFile);

/**
 * Bundles the hub when its sources changed since the last bundle. A run of all files starts over a
 * hundred processes, and each takes a second of CPU time less from the bundle. A run of a few files
 * would lose more time than it saves.
 */
export async function setup(): Promise<void> {
  if (namedFiles.length > 0 || runsQuick) return;
  // Another run in this tree may make the same bundle.
  await withStartLock(root, async () => {
    if (!toRun('main').endsWith('.ts')) return;
    for (const script of ['bundle.mjs', 'fill-compile-cache.mjs']) {
      await run(process.execPath, [`${root}services/cli/${script}`]);
    }
  });
}
