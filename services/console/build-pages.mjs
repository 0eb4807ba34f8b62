// Builds the pages into `built`, or into the folder that is the argument, and compresses them. npm runs this after an
// installation (`prepare`). Without the development packages, as in an image, it does nothing. The file must run on
// Node 20 without compilation.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('./pages', import.meta.url));
const outDir = process.argv[2] ?? fileURLToPath(new URL('./built', import.meta.url));
/** Compression saves nothing below this size. */
const compressedFromBytes = 1_024;

// Vite would build for development with any other value and include absolute source paths.
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
