// Bundles the hub's code and packages into few files, which load faster and with less memory. npm
// runs this after the installation. Without the development packages there is no bundler, and the
// TypeScript runs as it is. Plain JavaScript that Node 20 understands.
import { rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadTool } from '../../shared/runtime/load-tool.mjs';
import { bundleFolder, root, sourceList, stampOf } from './bundled.mjs';

const bundler = await loadTool(() => import('rolldown'));
if (bundler !== null) await bundle(bundler);

/** @param {typeof import('rolldown')} bundler */
async function bundle({ rolldown }) {
  await rm(bundleFolder, { recursive: true, force: true });
  const build = await rolldown({
    input: ['main', 'load-everything'].map((name) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url))),
    platform: 'node',
    // Rolldown warns about packages.
    logLevel: 'silent',
    plugins: [{ name: 'own-addresses', transform: withOwnAddress }],
  });
  // Keeps class names, because errors are logged with them.
  const { output } = await build.write({ dir: bundleFolder, sourcemap: true, keepNames: true });
  await build.close();
  // Without package.json, Node parses each file twice to detect that it is a module.
  await writeFile(join(bundleFolder, 'package.json'), JSON.stringify({ type: 'module' }));
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const sources = modules.filter(isOwn).map((path) => relative(root, path));
  const stamps = Object.fromEntries(sources.map((path) => [path, stampOf(path)]));
  // Written last: the bundle does not run without this file.
  await writeFile(join(bundleFolder, sourceList), JSON.stringify(stamps));
}

/**
 * Code that looks for files next to itself, such as migrations, still finds them at their old
 * place.
 * @param {string} code
 * @param {string} path
 */
function withOwnAddress(code, path) {
  if (!isOwn(path)) return null;
  const address = relative(bundleFolder, path).replaceAll(sep, '/');
  return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(address)}, import.meta.url).href`);
}

/** @param {string} path */
function isOwn(path) {
  return path.startsWith(root) && !path.includes(`${sep}node_modules${sep}`);
}
