import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { pagesMissing } from '../services/console/built-pages.mjs';
import { describeMachine } from '../shared/runtime/describe-machine.mjs';
import { bundledNode } from '../shared/runtime/platform.mjs';
import { runsCampaigns } from './support/campaign.ts';
import {
  freePort,
  type HubProcess,
  launchHubCommand,
  launchHubProcess,
  temporaryDataDir,
} from './support/hub/hub-process.ts';
import { freshDatabase } from './support/postgres/database.ts';
import { dataDirWithCluster } from './support/postgres/made-cluster.ts';
import { copyProduct } from './support/product-copy.ts';
import { patient } from './support/runner/patience.ts';
import { projectRoot } from './support/source-tree.ts';

const run = promisify(execFile);

/** The last line of an installation without optional packages. */
const nothingInstalled = `${describeMachine({ node: null, hasPostgres: false })}\n`;

/** With the machine's own npm. */
function npmRun(folder: string, script: string) {
  return new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>(
    (resolve) => {
      const env = { ...process.env, npm_config_update_notifier: 'false' };
      execFile('npm', ['run', '--silent', script], { cwd: folder, env }, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), stdout, stderr });
      });
    },
  );
}

function readyLine(hub: HubProcess) {
  return JSON.parse(
    hub
      .printed()
      .split('\n')
      .find((line) => line.includes('is ready')) ?? '',
  );
}

test('an installation without development packages says in one line that pages are missing', async () => {
  const folder = await copyProduct({ packages: false });
  const line = `${pagesMissing}\n`;
  expect(await npmRun(folder, 'prepare')).toEqual({ code: 0, stdout: '', stderr: line + nothingInstalled });
  expect(await npmRun(folder, 'build:pages')).toEqual({ code: 1, stdout: '', stderr: line });
  expect(await readdir(join(folder, 'services/console'))).not.toContain('built');
});

test('an installation without development packages keeps built pages', async () => {
  const folder = await copyProduct({ packages: false });
  const built = join(folder, 'services/console/built');
  await mkdir(built);
  await writeFile(join(built, 'index.html'), 'built before');
  const { code, stderr } = await npmRun(folder, 'prepare');
  const [first, ...rest] = stderr.split('\n');
  expect([code, first, rest.join('\n')]).toEqual([
    0,
    expect.stringContaining('stay as they are'),
    nothingInstalled,
  ]);
  expect(await readdir(built)).toEqual(['index.html']);
});

// With --omit=optional, npm skips the programs for this machine, and rolldown throws this error.
test('an installation without optional packages prints one line', async () => {
  const folder = await copyProduct({ packages: false });
  const throwing = 'throw new Error("Cannot find native binding. npm has a bug", { cause: new Error("x") });';
  for (const name of ['vite', 'rolldown']) {
    await mkdir(join(folder, 'node_modules', name), { recursive: true });
    const manifest = { name, type: 'module', exports: './index.js' };
    await writeFile(join(folder, 'node_modules', name, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(folder, 'node_modules', name, 'index.js'), throwing);
  }
  expect(await npmRun(folder, 'postinstall')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await npmRun(folder, 'prepare')).toEqual({
    code: 0,
    stdout: '',
    stderr: `${pagesMissing}\n${nothingInstalled}`,
  });
});

test('a hub without built pages runs, explains how to get pages, and prints no address of a page', async () => {
  const clone = await copyProduct({ packages: true });
  const port = String(await freePort());
  const environment = { DATA_DIR: await dataDirWithCluster(), PORT: port };
  const hub = launchHubProcess({ clone, as: null, environment });
  await hub.ready;
  const { msg, more, ready } = readyLine(hub);
  expect(msg).toBe(`The hub is ready: read API at http://localhost:${port}/api/v1`);
  expect([more[0], ready.pages]).toEqual([pagesMissing, false]);
  // The link to set the hub up leads to a page.
  expect(hub.printed()).not.toContain('No members yet');
  const page = await fetch(`http://127.0.0.1:${port}/`);
  expect([page.status, await page.text()]).toEqual([503, `${pagesMissing}.\n`]);
});

test('a console without built pages runs, and explains how to get pages', async () => {
  const clone = await copyProduct({ packages: true });
  const { url } = await freshDatabase('hub');
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: await temporaryDataDir(null),
    HUB_SECRET: randomBytes(32).toString('base64'),
    CONSOLE_PORT: String(await freePort()),
  };
  const hub = launchHubProcess({ clone, as: null, environment }, 'console');
  await hub.ready;
  expect(readyLine(hub)).toMatchObject({ more: [pagesMissing], ready: { pages: false } });
  expect(hub.printed()).not.toContain('No members yet');
});

test('a demo without built pages prints no address of a page', async () => {
  const clone = await copyProduct({ packages: true });
  const environment = { DATA_DIR: await temporaryDataDir(null) };
  const args = ['demo', '--port', '0', '--players', '1', '--data-dir', environment.DATA_DIR];
  const demo = launchHubCommand({ clone, as: null, environment }, args);
  await expect.poll(demo.printed, { timeout: 60_000 }).toContain('curl -H');
  expect(demo.printed()).toContain(`\n${pagesMissing}\n`);
  expect(demo.printed()).not.toContain('/#key=');
  demo.signal('SIGTERM');
  await demo.ended;
});

test('a release archive holds built pages, and uncommitted changes are refused', async () => {
  const folder = await copyProduct({ packages: true });
  await cp(join(projectRoot, 'infra/build-release.mjs'), join(folder, 'infra/build-release.mjs'));
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.org', ...args], { cwd: folder });
  await git('init', '--quiet');
  await writeFile(join(folder, '.git/info/exclude'), 'node_modules\n*.tar.gz\n');
  expect(await npmRun(folder, 'build:release')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^the checkout has changes .*\n$/),
  });
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'test');
  const { code, stdout, stderr } = await npmRun(folder, 'build:release');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const archive = stdout.trim();
  const names = (await run('tar', ['tzf', archive])).stdout.split('\n');
  const [top = ''] = names;
  expect(top).toMatch(/^guild-account-hub-\d+\.\d+\.\d+\/$/);
  const below = new Set(names.map((name) => name.replace(top, '')));
  for (const path of ['package.json', 'services/cli/launch.mjs', 'services/console/built/index.html']) {
    expect(below).toContain(path);
  }
  const assets = [...below].filter((path) => /^services\/console\/built\/assets\/.*\.js(\.br)?$/.test(path));
  expect(assets.length).toBeGreaterThan(20);
});

test('the image builds its pages also when the settings of npm leave out packages', async () => {
  const image = await readFile(join(projectRoot, 'infra/Dockerfile'), 'utf8');
  expect(image).toMatch(/^RUN npm ci --include=dev --include=optional /m);
  expect(image).toMatch(/^COPY --from=built \/hub\/services\/console\/built /m);
});

test.skipIf(!runsCampaigns)(
  'npm ci --omit=dev on Node 24 prints no warning, has less than 350 MB, and runs (campaigns, needs a registry)',
  { timeout: patient(600_000) },
  async () => {
    const clone = await temporaryDataDir(null);
    await run('sh', ['-ec', `git archive HEAD | tar x -C '${clone}'`], { cwd: projectRoot });
    const PATH = `${dirname(bundledNode)}:${process.env.PATH}`;
    const install = await run('npm', ['ci', '--omit=dev'], { cwd: clone, env: { ...process.env, PATH } });
    expect(install.stdout + install.stderr).not.toMatch(/warn|This machine/i);
    const [megabytes] = (await run('du', ['-sm', clone])).stdout.split('\t');
    expect(Number(megabytes)).toBeLessThan(350);
    const environment = { DATA_DIR: await dataDirWithCluster(), PORT: String(await freePort()) };
    await launchHubProcess({ clone, as: null, environment }).ready;
    expect((await fetch(`http://127.0.0.1:${environment.PORT}/api/health`)).status).toBe(200);
  },
);
