import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isInstalled } from '../is-installed.ts';
import { projectRoot } from '../source-tree.ts';

const run = promisify(execFile);
const source = `${projectRoot}test/api/tools/`;
const cache = `${projectRoot}node_modules/.cache/api-tools/`;
const installMs = 300_000;

/**
 * The tools are not packages of the project, because openapi-typescript needs an older TypeScript.
 * @returns the folder with the tools in its `node_modules`; null where npm cannot install them
 */
export function nodeTools(): Promise<string | null> {
  return installed('node', ['package.json', 'package-lock.json'], npmCi(''));
}

function npmCi(from: string) {
  return async (folder: string): Promise<void> => {
    await Promise.all(
      ['package.json', 'package-lock.json'].map((file) => cp(source + from + file, `${folder}/${file}`)),
    );
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    await run('npm', ['ci', ...quiet], { cwd: folder, timeout: installMs });
  };
}

/** @returns as `nodeTools` */
export function generatorTools(): Promise<string | null> {
  return installed(
    'generators',
    ['generators/package.json', 'generators/package-lock.json'],
    npmCi('generators/'),
  );
}

/** @returns as `nodeTools`: Node 20 and 22, Bun and Deno */
export function runtimeTools(): Promise<string | null> {
  return installed('runtimes', ['runtimes/package.json', 'runtimes/package-lock.json'], npmCi('runtimes/'));
}

/** @returns the path of the jar; null where Java, Maven or the jar cannot be had */
export async function openapiGenerator(): Promise<string | null> {
  const folder = await installed('openapi-generator', ['generators/versions.json'], async (target) => {
    const artifact = `org.openapitools:openapi-generator-cli:${(await versions()).openapiGenerator}`;
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
    const options = [`-Dartifact=${artifact}`, `-DoutputDirectory=${target}`, '-Dmdep.stripVersion=true'];
    await run('mvn', ['-q', '-B', goal, ...options], { timeout: installMs });
  });
  return folder === null ? null : `${folder}/openapi-generator-cli.jar`;
}

/** @returns the path of the program; null where Go or the program cannot be had */
export async function oapiCodegen(): Promise<string | null> {
  const { oapiCodegen: version } = await versions();
  return goProgram(`github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${version}`);
}

/** @returns the path of the program; null where Go 1.25 or the program cannot be had */
export async function ogen(): Promise<string | null> {
  return goProgram(`github.com/ogen-go/ogen/cmd/ogen@${(await versions()).ogen}`);
}

async function goProgram(source: string): Promise<string | null> {
  const name = source.slice(source.lastIndexOf('/') + 1, source.lastIndexOf('@'));
  const folder = await installed(name, ['generators/versions.json'], async (target) => {
    await run('go', ['install', source], { timeout: installMs, env: { ...process.env, GOBIN: target } });
  });
  return folder === null ? null : `${folder}/${name}`;
}

/** @returns the path of the program; null where Cargo, rustfmt or the program cannot be had */
export async function progenitor(): Promise<string | null> {
  const folder = await installed('progenitor', ['generators/versions.json'], async (target) => {
    await run('rustfmt', ['--version']);
    const source = `cargo-progenitor@${(await versions()).progenitor}`;
    // An optimised build takes more CPU than the program saves.
    const env = { ...process.env, CARGO_PROFILE_RELEASE_OPT_LEVEL: '0' };
    const options = { timeout: installMs, env };
    await run('cargo', ['install', '--quiet', '--locked', '--root', target, source], options);
  });
  return folder === null ? null : `${folder}/bin/cargo-progenitor`;
}

export function hasCargo(): Promise<boolean> {
  return isInstalled('cargo', '--version');
}

export async function versions(): Promise<
  Readonly<Record<'openapiGenerator' | 'oapiCodegen' | 'ogen' | 'progenitor', string>>
> {
  return JSON.parse(await readFile(`${source}generators/versions.json`, 'utf8'));
}

/** @returns the folder of a Python environment; null where it cannot be created */
export function pythonTools(): Promise<string | null> {
  return pythonEnvironment('python', 'requirements.txt', 'python3');
}

/** @returns the folder of a Python environment; null without Python 3.11 or Home Assistant */
export function homeAssistant(): Promise<string | null> {
  return pythonEnvironment('home-assistant', 'home-assistant.txt', 'python3.11');
}

function pythonEnvironment(kind: string, list: string, program: string): Promise<string | null> {
  return installed(kind, [list], async (folder) => {
    const python = `${folder}/bin/python`;
    await run(program, ['-m', 'venv', folder], { timeout: installMs });
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-compile', '--disable-pip-version-check'];
    // uv is a single file and takes a tenth of the CPU that pip needs for the rest.
    await run(python, [...pip, 'uv==0.13.9'], { timeout: installMs });
    const uv = ['pip', 'install', '--quiet', '--python', python, '--requirements', source + list];
    await run(`${folder}/bin/uv`, uv, { timeout: installMs });
  });
}

/** The environment is `PATH`, `HOME` and `env`. A tool may end with an error. */
export function runTool(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<{ readonly code: number; readonly text: string }> {
  const options = {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    maxBuffer: 2 ** 26,
  };
  return run(command, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
  );
}

/** The hash of `files` names the folder, so a changed file installs again. Null after a failure. */
async function installed(
  kind: string,
  files: readonly string[],
  install: (folder: string) => Promise<void>,
): Promise<string | null> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(source + file));
  const folder = `${cache}${kind}-${hash.digest('hex').slice(0, 12)}`;
  // Test files that run at the same time may need the same tools.
  const release = await lockFolder(`${folder}.lock`);
  try {
    return await installOnce(kind, folder, install);
  } finally {
    await release();
  }
}

async function installOnce(
  kind: string,
  folder: string,
  install: (folder: string) => Promise<void>,
): Promise<string | null> {
  const complete = `${folder}/complete`;
  const there = await access(complete).then(
    () => true,
    () => false,
  );
  if (there) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    await install(folder);
  } catch (error) {
    process.stderr.write(`The tools for ${kind} cannot be installed: ${firstLine(error)}\n`);
    return null;
  }
  await writeFile(complete, '');
  return folder;
}

/** Removes the lock of a killed run after the time of two installations. */
async function lockFolder(lock: string): Promise<() => Promise<void>> {
  await mkdir(dirname(lock), { recursive: true });
  for (;;) {
    const isTaken = await mkdir(lock).then(
      () => false,
      () => true,
    );
    if (!isTaken) return () => rm(lock, { recursive: true, force: true });
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > 2 * installMs) await rm(lock, { recursive: true, force: true });
    await delay(200);
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(0, 300);
}
