// Finds the bundle of bundle.mjs and checks that it is current. Plain JavaScript that Node 20
// understands.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const bundleFolder = join(root, 'node_modules/.cache/bundle');
/**
 * A file in the bundle's folder. Lists the bundled source files, by path below `root`, with their
 * stamps.
 */
export const sourceList = 'sources.json';

/**
 * The file to run for a file of this folder: the bundled file, or the TypeScript when there is no
 * bundle or a source changed.
 * @param {'main' | 'load-everything'} name
 */
export function toRun(name, folder = bundleFolder) {
  return isCurrent(folder) ? join(folder, `${name}.js`) : join(root, `services/cli/${name}.ts`);
}

/**
 * The time and size of a file, which show whether it changed. Whole seconds, because image layers
 * store no fractions.
 * @param {string} path below `root`
 */
export function stampOf(path) {
  const { mtimeMs, size } = statSync(join(root, path));
  return `${Math.floor(mtimeMs / 1_000)} ${size}`;
}

/**
 * Checks every source, which takes about 5 ms in total.
 * @param {string} folder
 */
function isCurrent(folder) {
  try {
    /** @type {Record<string, string>} */
    const stamps = JSON.parse(readFileSync(join(folder, sourceList), 'utf8'));
    return Object.entries(stamps).every(([path, stamp]) => stampOf(path) === stamp);
  } catch {
    return false;
  }
}
