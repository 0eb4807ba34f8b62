import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildClientPackage } from '../../infra/client-package/build.ts';
import { temporaryFolder } from '../../shared/backup/testing/open-backup-test.ts';
import { projectRoot } from '../support/source-tree.ts';

const run = promisify(execFile);

export interface InstalledClient {
  readonly tarball: string;
  readonly project: string;
}

/** Installs the client's package in an empty project that ends with the test. */
export async function installClient(): Promise<InstalledClient> {
  const folder = await temporaryFolder();
  const tarball = await buildClientPackage(folder);
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const quiet = ['--offline', '--no-audit', '--no-fund', '--silent'];
  await run('npm', ['install', ...quiet, tarball], { cwd: project });
  return { tarball, project };
}

/**
 * Follows the step `sh install` of a recipe, in a home that ends with the test.
 * @returns the folder `name` in that home
 */
export async function installRecipe(document: string, name: string): Promise<string> {
  const home = await temporaryFolder();
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
  await run('sh', ['-e', '-c', await codeBlock(document, 'sh install')], { cwd: projectRoot, env });
  return join(home, name);
}

/** @param label the text after the fence, like `js bot` */
export async function codeBlock(document: string, label: string): Promise<string> {
  const text = await readFile(join(projectRoot, document), 'utf8');
  const start = text.indexOf(`\`\`\`${label}\n`);
  if (start === -1) throw new Error(`${document} has no block \`\`\`${label}`);
  const from = start + label.length + 4;
  return text.slice(from, text.indexOf('```', from));
}
