// Builds the pages into `built`, or into the folder that is the argument, and compresses them.
// Without the packages of development the file prints one line. The exit code is then 1, or 0 with
// `--if-possible`, which npm's `prepare` gives. The file must run on Node 20 without compilation.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { loadTool } from '../../shared/runtime/load-tool.mjs';
import { builtFolder, hasBuiltPages, pagesMissing } from './built-pages.mjs';

const root = fileURLToPath(new URL('./pages', import.meta.url));
const { values, positionals } = parseArgs({
  options: { 'if-possible': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const outDir = positionals[0] ?? builtFolder;
/** Compression saves nothing below this size. */
const compressedFromBytes = 1_024;

// Vite would build for development with any other value and include absolute source paths.
process.env.NODE_ENV = 'production';
const vite = await loadTool(() => import('vite'));
if (vite === null) {
  process.stderr.write(`${withoutTools()}\n`);
  if (!values['if-possible']) process.exitCode = 1;
} else {
  await build(vite);
  await compress(join(outDir, 'assets'));
}

/**
 * One line. A release archive holds built pages, and an earlier installation may have left some.
 */
function withoutTools() {
  return hasBuiltPages(outDir)
    ? 'The pages are not built again and stay as they are: the packages of development are not installed'
    : pagesMissing;
}

/** @param {typeof import('vite')} vite */
async function build(vite) {
  await vite.build({
    root,
    // Relative addresses, because the path of PUBLIC_URL is only known when the hub runs.
    base: './',
    configFile: false,
    // Vite's warnings concern packages: directives for servers, and build times.
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      // An inlined picture would need `data:` in more places of the content policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
}

/** @param {string} folder */
async function compress(folder) {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(names.map((name) => compressFile(join(folder, name))));
}

/** @param {string} file */
async function compressFile(file) {
  const bytes = await readFile(file);
  if (bytes.length < compressedFromBytes) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await Promise.all([
    promisify(brotliCompress)(bytes, { params }).then((small) => writeFile(`${file}.br`, small)),
    promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}
