// Builds the pages into `built`, and compresses them there. npm runs it after it installed (`prepare`); where the packages of
// development were left out, as in an image, there is nothing to build with and it does nothing. Another folder than `built` may
// be given as the argument. Plain JavaScript that Node 20 understands.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('./pages', import.meta.url));
const outDir = process.argv[2] ?? fileURLToPath(new URL('./built', import.meta.url));
/** Below this the head of an answer weighs as much as what compressing saves. */
const compressedFromBytes = 1_024;

// Vite takes JSX for development, with the absolute path of each source, where this says anything else, as it does in a test.
process.env.NODE_ENV = 'production';
const vite = await import('vite').catch((error) => {
  if (error?.code === 'ERR_MODULE_NOT_FOUND') return null;
  throw error;
});
if (vite !== null) {
  await build(vite);
  await compress(join(outDir, 'assets'));
}

/** @param {typeof import('vite')} vite */
async function build(vite) {
  await vite.build({
    root,
    configFile: false,
    // Its warnings are about packages: what they mark for servers, and how long they took.
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      // A picture within a style sheet would need `data:` in more places of the policy.
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
