// The hub's code in few files, made by bundle.mjs, and whether they are as new as what they were made of. Plain JavaScript
// that Node 20 understands.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const bundleFolder = join(root, 'node_modules/.cache/bundle');
/** In the bundle's folder: a list of the project's files that are in it, below `root`. */
export const sourceList = 'sources.json';

/**
 * The file that is run for one of this folder: of the bundle, or the TypeScript itself where there is no bundle or a source
 * was changed since.
 * @param {'main' | 'load-everything'} name
 */
export function toRun(name, folder = bundleFolder) {
  return isCurrent(folder) ? join(folder, `${name}.js`) : join(root, `services/hub/${name}.ts`);
}

/**
 * Asks for the last change of each source, which takes 4 ms for all of them.
 * @param {string} folder
 */
function isCurrent(folder) {
  try {
    const list = join(folder, sourceList);
    const made = statSync(list).mtimeMs;
    /** @type {string[]} */
    const sources = JSON.parse(readFileSync(list, 'utf8'));
    return sources.every((path) => statSync(join(root, path)).mtimeMs <= made);
  } catch {
    return false;
  }
}
