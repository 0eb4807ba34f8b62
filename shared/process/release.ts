import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };

export type Release = Awaited<ReturnType<typeof readRelease>>;

const commitFile = new URL('./release/commit.txt', import.meta.url);
const gitFolder = fileURLToPath(new URL('../../.git', import.meta.url));
const wholeCommit = /^[0-9a-f]{40,64}$/;

/**
 * The commit comes from `commit.txt`, which archives and images fill, else from the git of the
 * checkout.
 * @returns `version`: for example `0.2.0`. `commit`: the first 12 hexadecimal digits, or `unknown`
 */
export async function readRelease(file = commitFile, git = gitFolder) {
  const built = await readFile(file, 'utf8').catch(() => '');
  const commit = wholeCommit.test(built.trim()) ? built.trim() : await headOf(git);
  return { version: packageJson.version, commit: commit.slice(0, 12) };
}

/** For example `0.2.0 (commit 38aac942a1b2)`. */
export function releaseText({ version, commit }: Release): string {
  return `${version} (commit ${commit})`;
}

/** With `--git-dir`, git reads no repository around the checkout, and asks for no owner. */
async function headOf(git: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', ['--git-dir', git, 'rev-parse', 'HEAD']);
    return stdout.trim();
  } catch {
    return 'unknown';
  }
}
