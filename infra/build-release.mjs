// Writes guild-account-hub-VERSION.tar.gz into the folder that is the argument, or into the working
// directory. The archive holds the files of the newest commit and built pages. Runs on Node 20.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const builtPath = 'services/console/built';
const pages = mkdtempSync(join(tmpdir(), 'hub-pages-'));
try {
  process.exitCode = build();
} finally {
  rmSync(pages, { recursive: true });
}

/** @returns the exit code */
function build() {
  // The pages are built from the files of the checkout, and everything else comes from the commit.
  if (git('status', '--porcelain') !== '') {
    process.stderr.write('the checkout has changes that no commit holds: commit them, then run this again\n');
    return 1;
  }
  const builder = join(root, 'services/console/build-pages.mjs');
  const { status } = spawnSync(process.execPath, [builder, pages], { stdio: 'inherit' });
  if (status !== 0) return status ?? 1;
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const top = `${name}-${version}`;
  const file = resolve(process.argv[2] ?? '.', `${top}.tar.gz`);
  git('archive', '--format=tar.gz', `--output=${file}`, ...pagesBelow(top), `--prefix=${top}/`, 'HEAD');
  process.stdout.write(`${file}\n`);
  return 0;
}

/**
 * Arguments of `git archive` that add the pages.
 * @param {string} top
 */
function pagesBelow(top) {
  const files = readdirSync(pages, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.flatMap(({ parentPath, name }) => [
    `--prefix=${top}/${builtPath}${parentPath.slice(pages.length)}/`,
    `--add-file=${join(parentPath, name)}`,
  ]);
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}
