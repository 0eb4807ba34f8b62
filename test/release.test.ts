import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { atEnd, onceAFile } from './support/at-end.ts';
import { isInstalled } from './support/is-installed.ts';
import { copyProduct } from './support/product-copy.ts';
import { projectRoot } from './support/source-tree.ts';

const run = promisify(execFile);
const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));

const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.org'];

/** A checkout of a release, and the folder for its files. */
const opened = onceAFile(openCheckout);

const git = (...args: string[]) => run('git', [...author, ...args], { cwd: opened().checkout });

/** Without tests and images, which need the whole checkout and a Docker engine. */
async function release(...args: string[]) {
  const { checkout, folder } = opened();
  const env = {
    ...process.env,
    GIT_AUTHOR_NAME: 'test',
    GIT_COMMITTER_NAME: 'test',
    EMAIL: 'test@example.org',
  };
  const command = [
    'run',
    '--silent',
    'release',
    '--',
    ...args,
    '--no-tests',
    '--no-images',
    '--folder',
    folder,
  ];
  try {
    return { code: 0, ...(await run('npm', command, { cwd: checkout, env })) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

const changelog = () => readFile(join(opened().checkout, 'CHANGELOG.md'), 'utf8');

async function openCheckout() {
  const checkout = await copyProduct({ packages: true });
  const folder = await mkdtemp(join(tmpdir(), 'hub-release-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  for (const part of ['infra', 'package-lock.json', 'LICENSE', '.gitattributes'])
    await cp(join(projectRoot, part), join(checkout, part), { recursive: true });
  await writeFile(
    join(checkout, 'CHANGELOG.md'),
    `# Changelog\n\n## ${version}, not yet released\n\n- A change.\n`,
  );
  const inCheckout = (...args: string[]) => run('git', [...author, ...args], { cwd: checkout });
  await inCheckout('init', '--quiet');
  await writeFile(join(checkout, '.git/info/exclude'), 'node_modules\n');
  await inCheckout('add', '--all');
  await inCheckout('commit', '--quiet', '--message', 'test');
  return { checkout, folder };
}

test('a release has an archive, a client, a bill of materials, notes and sums, and --write dates the change log', async () => {
  const { folder } = opened();
  const before = await changelog();
  const tried = await release(version, '--json');
  expect(tried, tried.stderr).toMatchObject({ code: 0 });
  const files = [
    'NOTES.md',
    'SHA256SUMS',
    `guild-account-hub-${version}.cdx.json`,
    `guild-account-hub-${version}.tar.gz`,
    expect.stringMatching(/^guild-account-hub-client-\d+\.\d+\.\d+\.tgz$/),
  ];
  expect(JSON.parse(tried.stdout)).toEqual({
    version,
    folder,
    files,
    next: expect.stringContaining('--write'),
  });
  expect(await changelog()).toBe(before);
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder });
  expect(await readFile(join(folder, 'NOTES.md'), 'utf8')).toBe('- A change.\n');
  const bill = JSON.parse(await readFile(join(folder, files[2] as string), 'utf8'));
  const names = bill.components.map((component: { name: string }) => component.name);
  const manifest = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
  expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));

  expect(await release(version, '--write')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('git tag'),
  });
  const day = new Date().toISOString().slice(0, 10);
  expect(await changelog()).toBe(before.replace('not yet released', day));
  expect((await git('log', '-1', '--format=%s')).stdout).toBe(`release: ${version}\n`);
  const packed = async (path: string) =>
    (
      await run('tar', [
        'xOzf',
        join(folder, `guild-account-hub-${version}.tar.gz`),
        '--wildcards',
        `*/${path}`,
      ])
    ).stdout;
  expect(await packed('CHANGELOG.md')).toContain(day);
  expect(await packed('shared/process/release/commit.txt')).toBe((await git('rev-parse', 'HEAD')).stdout);

  await git('tag', `v${version}`);
  const rebuilt = await release(version);
  expect(rebuilt).toMatchObject({ code: 0, stdout: `The files of ${version} are in ${folder}\n` });
});

test('another version, changes without a commit, and the tag of another commit are refused', async () => {
  expect(await release('9.9.9')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`has version ${version}`),
  });
  await appendFile(join(opened().checkout, 'LICENSE'), 'x');
  expect(await release(version)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^the checkout has changes/),
  });
  await git('commit', '--quiet', '--all', '--message', 'later');
  expect(await release(version)).toMatchObject({
    code: 1,
    stderr: `v${version} is the tag of another commit: check out v${version}, or use the next version\n`,
  });
  expect(await release('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('--write') });
});

const hasActionlint = await isInstalled('actionlint', '--version');

test.skipIf(!hasActionlint)('the workflows of GitHub have no fault (needs actionlint)', async () => {
  const { stdout } = await run('actionlint', { cwd: projectRoot });
  expect(stdout).toBe('');
});
