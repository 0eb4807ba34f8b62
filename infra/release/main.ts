import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { buildClientPackage } from '../client-package/build.ts';
import { dateSection, notesOf } from './changelog.ts';

/** `npm run release`: checks a release, and builds its files. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const changelogPath = join(root, 'CHANGELOG.md');
const sumsFile = 'SHA256SUMS';

interface Options {
  readonly folder?: string;
  readonly write?: boolean;
  readonly tests: boolean;
  readonly images: boolean;
  readonly json?: boolean;
}

const program = new Command('npm run release --')
  .description('Checks a release and builds its files. Without --write, the checkout stays as it is.')
  .argument('<version>', 'the version in package.json, like 0.2.0')
  .option('--write', 'write the date of the release into CHANGELOG.md, and commit it')
  .option('--folder <folder>', 'folder for the files; a new temporary folder when left out')
  .option('--no-tests', 'run no checks and tests')
  .option('--no-images', 'build no container images')
  .option('--json', 'print the result as JSON')
  .showHelpAfterError('run npm run release -- --help for help');

program.action(async (version: string, options: Options) => {
  try {
    await release(version, options);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
});
await program.parseAsync();

async function release(
  version: string,
  { write = false, tests, images, json, ...options }: Options,
): Promise<void> {
  const changelog = readFileSync(changelogPath, 'utf8');
  const isTagged = requireReleasable(version);
  const dated = isTagged ? changelog : dateSection(changelog, version, today());
  const folder = resolve(options.folder ?? mkdtempSync(join(tmpdir(), `hub-${version}-`)));
  mkdirSync(folder, { recursive: true });
  if (tests) {
    step('checks and tests');
    for (const script of ['check', 'test', 'test:slow']) run('npm', ['run', script]);
  }
  if (write && !isTagged) {
    step('date of the release');
    writeFileSync(changelogPath, dated);
    run('git', ['commit', '--quiet', '--message', `release: ${version}`, 'CHANGELOG.md']);
  }
  step('notes, bill of materials, archive and client');
  writeFileSync(join(folder, 'NOTES.md'), notesOf(dated, version));
  writeFileSync(join(folder, `guild-account-hub-${version}.cdx.json`), billOfMaterials());
  run('npm', ['run', '--silent', 'build:release', '--', folder]);
  await buildClientPackage(folder);
  writeFileSync(join(folder, sumsFile), sumsOf(folder));
  if (images) {
    step('images');
    const commit = `COMMIT=${output('git', ['rev-parse', 'HEAD']).trim()}`;
    for (const [name, file] of Object.entries(imageFiles))
      run('docker', [
        'build',
        '--file',
        `infra/${file}`,
        '--build-arg',
        commit,
        '--tag',
        `${name}:${version}`,
        '.',
      ]);
  }
  const next = nextCommand(version, write, isTagged);
  const files = readdirSync(folder).sort();
  if (json) process.stdout.write(`${JSON.stringify({ version, folder, files, next })}\n`);
  else
    process.stdout.write(
      `The files of ${version} are in ${folder}\n${next === null ? '' : `Next: ${next}\n`}`,
    );
}

const imageFiles = { 'guild-account-hub': 'Dockerfile', 'guild-account-hub-balancer': 'nginx.Dockerfile' };

/**
 * @returns whether the commit already has the tag of the release
 * @throws when the checkout is not the release that was named
 */
function requireReleasable(version: string): boolean {
  const { version: own } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (own !== version)
    throw new Error(
      `package.json has version ${own}: run npm version ${version} --no-git-tag-version, and commit`,
    );
  if (output('git', ['status', '--porcelain']) !== '')
    throw new Error('the checkout has changes that no commit holds: commit them, then run this again');
  const tag = `v${version}`;
  if (output('git', ['tag', '--points-at', 'HEAD']).split('\n').includes(tag)) return true;
  if (output('git', ['tag', '--list', tag]) !== '')
    throw new Error(`${tag} is the tag of another commit: check out ${tag}, or use the next version`);
  return false;
}

function nextCommand(version: string, isWritten: boolean, isTagged: boolean): string | null {
  if (isTagged) return null;
  return isWritten
    ? `git tag v${version} && git push origin v${version}`
    : `npm run release -- ${version} --write`;
}

/**
 * Packages of development are in the bill, and are marked: `--omit dev` of npm 11 also leaves out
 * zod.
 */
function billOfMaterials(): string {
  return output('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']);
}

/** In the form that `sha256sum --check` reads. */
function sumsOf(folder: string): string {
  const files = readdirSync(folder).filter((name) => name !== sumsFile);
  const sumOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return files
    .sort()
    .map((name) => `${sumOf(name)}  ${name}\n`)
    .join('');
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function step(name: string): void {
  process.stderr.write(`== ${name}\n`);
}

function output(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
}

/** Its output goes to stderr. @throws when the command fails */
function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0)
    throw new Error(
      `${[command, ...args].join(' ')} failed${error ? ` (${error.message})` : ''}: fix the cause, then run this again`,
    );
}
