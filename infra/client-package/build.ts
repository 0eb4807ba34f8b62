import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InputOptions } from 'rolldown';
import { loadTool } from '../../shared/runtime/load-tool.mjs';
import { apiTypes } from './api-types.ts';

/**
 * Builds `shared/client` as a package of npm: one module, its types in one file, README, licence
 * and version.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'shared/client');

/**
 * The exports of the package. The checkout has no such file, because its code imports from the
 * declaring files.
 */
const entry = [
  "{ HubError } from './hub-error.ts'",
  "{ UnreadableBody } from './json-object.ts'",
  "{ openClient } from './open-client.ts'",
  "{ NewsReader } from './snapshot-news.ts'",
  "type * from './api.ts'",
  "type { EventsOptions } from './follow-events.ts'",
  "type { SnapshotOptions } from './follow-snapshot.ts'",
  "type { FollowStatus } from './keep-polling.ts'",
  "type { ClientOptions, HubClient } from './open-client.ts'",
  "type { SnapshotAnswer, SnapshotNews, SnapshotReader } from './snapshot-news.ts'",
  "type { Snapshot } from './snapshot-state.ts'",
  "type { Tabs } from './tabs/tabs.ts'",
  "type { Timing } from './timing.ts'",
]
  .map((names) => `export ${names};\n`)
  .join('');

/** Oldest language and interfaces that the package may need: Node 20, and browsers of 2022. */
const oldest = ['--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];

/**
 * Writes the tarball of the package.
 * @param folder where the tarball goes
 * @returns its path
 * @throws without the packages of development; when the client does not compile for the oldest
 * runtimes, with the output of the compiler
 */
export async function buildClientPackage(folder: string): Promise<string> {
  const tools = await loadTool(() => Promise.all([import('rolldown'), import('rolldown-plugin-dts')]));
  if (tools === null) throw new Error('the packages of development are not installed: run npm ci');
  const [bundler, { dts }] = tools;
  const work = mkdtempSync(join(tmpdir(), 'hub-client-'));
  try {
    const [sources, types, built] = ['source', 'types', 'package'].map((name) => join(work, name)) as Folders;
    copySources(sources);
    compileTypes(sources, types);
    mkdirSync(built);
    const platform = { platform: 'neutral', transform: { target: 'es2022' } } as const;
    await bundle(bundler, { input: join(sources, 'index.ts'), ...platform }, join(built, 'index.js'));
    const plugins = dts({ dtsInput: true, emitDtsOnly: true, generator: 'oxc', tsconfig: false });
    await bundle(bundler, { input: join(types, 'index.d.ts'), plugins }, join(built, 'index.d.ts'));
    writeFileSync(join(built, 'package.json'), builtManifest());
    copyFileSync(join(source, 'README.md'), join(built, 'README.md'));
    copyFileSync(join(root, 'LICENSE'), join(built, 'LICENSE'));
    return pack(built, folder);
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Without the script that refuses to pack `shared/client`. */
function builtManifest(): string {
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

type Bundler = typeof import('rolldown');
type Folders = [sources: string, types: string, built: string];

function copySources(folder: string): void {
  cpSync(source, folder, { recursive: true, filter: (path) => !/\.test\.ts$|\/testing$/.test(path) });
  writeFileSync(join(folder, 'api.ts'), apiTypes());
  writeFileSync(join(folder, 'index.ts'), entry);
}

/**
 * Checks the copy, in which the types of answers are written out, and writes a declaration for each
 * file.
 */
function compileTypes(sources: string, outDir: string): void {
  const modules = [
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--rewriteRelativeImportExtensions',
  ];
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--ignoreConfig', '--singleThreaded'];
  const output = ['--declaration', '--emitDeclarationOnly', '--rootDir', sources, '--outDir', outDir];
  const options = [...oldest, ...modules, ...strict, ...output, join(sources, 'index.ts')];
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options], {
      encoding: 'utf8',
      cwd: sources,
    });
  } catch (error) {
    const { stdout = '' } = error as { readonly stdout?: string };
    throw new Error(`the client does not compile for Node 20 and older browsers:\n${stdout}`);
  }
}

async function bundle({ rolldown }: Bundler, options: InputOptions, file: string): Promise<void> {
  const build = await rolldown(options);
  await build.write({ dir: dirname(file), format: 'esm', entryFileNames: basename(file) });
  await build.close();
}

function pack(built: string, folder: string): string {
  const options = ['pack', '--silent', '--pack-destination', folder];
  const name = execFileSync('npm', options, { cwd: built, encoding: 'utf8' }).trim();
  return join(folder, name);
}

// `npm run build:client`
if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? '.');
  try {
    mkdirSync(folder, { recursive: true });
    process.stdout.write(`${await buildClientPackage(folder)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
