// The hub's code in few files, made by bundle.mjs, and whether they are as new as what they were made of. Plain JavaScript
// that Node 20 understands.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const bundleFolder = join(root, 'node_modules/.cache/bundle');
/** In the bundle's folder: the project's files that are in it, by their path below `root`, with their stamps. */
export const sourceList = 'sources.json';

/**
 * The file that is run for one of this folder: of the bundle, or the TypeScript itself where there is no bundle or a source
 * was changed since.
 * @param {'main' | 'load-everything'} name
 */
export function toRun(name, folder = bundleFolder) {
  return isCurrent(folder) ? join(folder, `${name}.js`) : join(root, `services/cli/${name}.ts`);
}

/**
 * What tells a file from a changed one: its time and size. Whole seconds, since the layers of an image keep no more.
 * @param {string} path below `root`
 */
export function stampOf(path) {
  const { mtimeMs, size } = statSync(join(root, path));
  return `${Math.floor(mtimeMs / 1_000)} ${size}`;
}

/**
 * Looks at every source, which takes some 5 ms for all of them.
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
