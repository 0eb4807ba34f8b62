import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { readRelease, releaseText } from './release.ts';

const run = promisify(execFile);
const commit = '0123456789abcdef0123456789abcdef01234567';

async function openFolder(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'hub-release-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'commit.txt');
  await writeFile(path, text);
  return { folder, file: pathToFileURL(path), git: join(folder, '.git') };
}

test('an archive or an image names the commit of its file', async () => {
  const { file, git } = await openFolder(`${commit}\n`);
  const release = await readRelease(file, git);
  expect(release).toMatchObject({ commit: '0123456789ab' });
  expect(releaseText(release)).toBe(`${release.version} (commit 0123456789ab)`);
});

test('a checkout names its own commit, also in a folder of a different account', async () => {
  const { folder, file, git } = await openFolder('$Format:%H$\n');
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.org'];
  await run('git', ['init', '--quiet'], { cwd: folder });
  await run('git', [...author, 'commit', '--quiet', '--allow-empty', '-m', 'x'], { cwd: folder });
  const { stdout } = await run('git', ['rev-parse', 'HEAD'], { cwd: folder });
  if (process.getuid?.() === 0) await run('chown', ['-R', '12345', folder]);
  expect((await readRelease(file, git)).commit).toBe(stdout.slice(0, 12));
});

test('without a commit file and git, the commit is unknown', async () => {
  const { file, git } = await openFolder('$Format:%H$\n');
  expect((await readRelease(file, git)).commit).toBe('unknown');
  expect((await readRelease(new URL('none', file), git)).commit).toBe('unknown');
});
