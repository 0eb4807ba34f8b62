// The folder of the built pages, and how to get the pages. Plain JavaScript that Node 20
// understands.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The output folder of `build-pages.mjs`. */
export const builtFolder = fileURLToPath(new URL('./built', import.meta.url));

/** One line for operators. */
export const pagesMissing =
  'The pages are not built: run npm ci --include=dev --include=optional && npm run build:pages, then start the hub again';

/** Whether the folder holds built pages. */
export function hasBuiltPages(folder = builtFolder) {
  return existsSync(join(folder, 'index.html'));
}
