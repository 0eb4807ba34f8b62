import { execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { childEnvironment } from '../../../shared/process/settings/hub-address-settings.ts';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { freePort, startHubProcess, temporaryDataDir } from '../../../test/support/hub/hub-process.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { patient } from '../../../test/support/runner/patience.ts';
import { projectRoot } from '../../../test/support/source-tree.ts';
import { runDrill } from '../../projector/backup/run-drill.ts';
import { readStandaloneSettings } from '../../standalone/settings.ts';

async function settingsInFiles() {
  const { url } = await freshDatabase('empty');
  const folder = await temporaryFolder();
  const secret = randomBytes(32).toString('base64');
  await writeFile(join(folder, 'secret'), `${secret}\n`);
  await writeFile(join(folder, 'mounted'), `${url}\n`);
  await symlink('mounted', join(folder, 'url'));
  return {
    folder,
    secret,
    settings: {
      HUB_SECRET_FILE: join(folder, 'secret'),
      DATABASE_URL_FILE: join(folder, 'url'),
      DATA_DIR: await temporaryDataDir(null),
      BACKUP_DIR: join(folder, 'backups'),
    },
  };
}

test('a hub, its commands, a job of its console and a drill read the secret and the database address from files', {
  timeout: patient(360_000),
}, async () => {
  const { folder, secret, settings } = await settingsInFiles();
  // A pipe can be read only once: a job could not read it again.
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  spawn('sh', ['-c', `cat '${settings.HUB_SECRET_FILE}' > '${pipe}'`]);
  const port = await freePort();
  await startHubProcess({
    clone: projectRoot,
    as: null,
    environment: { ...settings, HUB_SECRET_FILE: pipe, PORT: String(port), BACKUP_ENABLED: 'false' },
  });
  const url = `http://127.0.0.1:${port}`;
  await runJson(settings, ['member', 'add', 'Ada', '--admin']);
  const { link } = await runJson({ ...settings, PORT: String(port) }, ['sign-in', 'Ada']);
  const ask = (path: string, cookie: string, body?: object) =>
    fetch(`${url}/console/api/${path}`, {
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
  const signedIn = await ask('sign-in/link', '', { token: link.split('#token=')[1] });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const begun = await ask('admin/backups', cookie, { request_id: randomUUID() });
  const { id } = (await begun.json()) as { id: string };
  const job = async () => (await ask(`admin/jobs/${id}`, cookie)).json() as Promise<{ state: string }>;
  await expect.poll(async () => (await job()).state, { timeout: 180_000 }).not.toBe('running');
  const { state, result } = (await job()) as { state: string; result?: { file: string } };
  expect({ state, result }).toEqual({
    state: 'done',
    result: expect.objectContaining({ file: expect.any(String) }),
  });

  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('DATABASE_URL', '');
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const environment = childEnvironment(readStandaloneSettings(), Buffer.from(secret, 'base64'));
  const { signal } = new AbortController();
  expect(await runDrill({ file: result?.file ?? '', environment, signal })).toBe(null);
});

test('a command creates no new secret when the secret file is missing or empty', async () => {
  const { folder, settings } = await settingsInFiles();
  const tried = (path: string) => runInProcess({ ...settings, HUB_SECRET_FILE: path }, ['migrate']);
  const away = join(folder, 'away');
  expect(await tried(away)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^hub: HUB_SECRET_FILE \S+ cannot be read \(ENOENT\): [^\n]+\n$/),
  });
  await writeFile(away, '\n');
  expect(await tried(away)).toMatchObject({ code: 1, stderr: expect.stringContaining('is empty') });
});

test('the launcher passes a pipe of the shell to the hub', async () => {
  const { settings } = await settingsInFiles();
  const { HUB_SECRET_FILE: secret, ...others } = settings;
  const launcher = join(projectRoot, 'services/cli/launch.mjs');
  const script = `HUB_SECRET_FILE=<(cat '${secret}') exec node '${launcher}' doctor --json`;
  const child = spawn('bash', ['-c', script], { env: { PATH: process.env.PATH, ...others } });
  let said = '';
  for await (const text of child.stdout.setEncoding('utf8')) said += text;
  const { checks } = JSON.parse(said) as { checks: { name: string; detail: string }[] };
  expect(checks.find(({ name }) => name === 'settings')?.detail).toBe('all are valid');
  expect(checks.find(({ name }) => name === 'secret')?.detail).toMatch(/^HUB_SECRET, fingerprint /);
});
