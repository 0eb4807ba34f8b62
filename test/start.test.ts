import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from './support/campaign.ts';
import { deadline, inTime } from './support/deadline.ts';
import { runInProcess } from './support/hub/command-line.ts';
import { createHubClient } from './support/hub/hub-client.ts';
import {
  type Account,
  freePort,
  hubJson,
  launchHubCommand,
  type ProcessOptions,
  processesOn,
  startHubProcess,
  temporaryDataDir,
} from './support/hub/hub-process.ts';
import { dataDirWithCluster } from './support/postgres/made-cluster.ts';

const isRoot = process.getuid?.() === 0;
const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '');
/** `nobody`, on every Linux. */
const nobody = { uid: 65_534, gid: 65_534 };
const run = promisify(execFile);

const users = sampleOf<{ readonly user: string; readonly as: Account }>(
  isRoot
    ? [
        { user: 'an ordinary user', as: nobody },
        { user: 'root', as: null },
      ]
    : [{ user: 'an ordinary user', as: null }],
);
let clone: string;

beforeAll(async () => {
  clone = await reachableClone();
});
afterAll(async () => {
  if (clone !== root) await rm(clone, { recursive: true, force: true });
});

describe.each(users)('started by $user', ({ as, leftOut }) => {
  test('is ready within 15 s without any configuration, and ends cleanly on Ctrl-C', {
    tags: ['deadline'],
  }, async () => {
    const options = await newHub(as);
    const started = performance.now();
    const hub = await startHubProcess(options);
    expect(performance.now() - started, inTime).toBeLessThan(deadline(15_000));
    const url = `http://127.0.0.1:${options.environment.PORT}`;
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    expect((await fetch(`${url}/api/v1/accounts/%ff`)).status).toBe(401);
    const pressed = performance.now();
    hub.signal('SIGINT');
    const { code, stdout, stderr } = await hub.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    // Without a terminal, the output is a line of the log.
    const ready = stdout.split('\n').find((line) => line.includes('The hub is ready')) ?? '';
    expect(JSON.parse(ready)).toMatchObject({
      msg: expect.not.stringContaining('Ctrl-C'),
      more: expect.arrayContaining([expect.stringContaining('works on this machine only')]),
    });
    expect(performance.now() - pressed, inTime).toBeLessThan(deadline(10_000));
    expect(await processesOn(options.environment.DATA_DIR ?? '')).toEqual([]);
  });

  test.skipIf(leftOut)('continues at the next start, also after a SIGKILL', async () => {
    const options = await newHub(as);
    const first = await startHubProcess(options);
    await hubJson(options, ['member', 'add', 'Merrin']);
    const { key } = await hubJson(options, [
      'key',
      'create',
      '--member',
      'Merrin',
      '--name',
      'k',
      '--categories',
      'stats',
    ]);
    first.signal('SIGTERM');
    expect((await first.ended).code).toBe(0);

    const second = await startHubProcess(options);
    expect(await me(options, key)).toMatchObject({ user: { name: 'Merrin' } });
    second.signal('SIGKILL');
    await second.ended;

    const third = await startHubProcess(options);
    expect(await me(options, key)).toMatchObject({ user: { name: 'Merrin' } });
    third.signal('SIGTERM');
    expect((await third.ended).code).toBe(0);
  });
});

test('a second hub on the same data names the running hub in one line, and ends', async () => {
  const options = await newHub(null, await dataDirWithCluster());
  const hub = await startHubProcess(options);
  const second = await runInProcess(options.environment, ['start']);
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toMatch(
    new RegExp(`^.*another hub runs on this data: pid ${hub.pid}.*port ${options.environment.PORT}\n$`),
  );
  expect((await fetch(`http://127.0.0.1:${options.environment.PORT}/api/health`)).status).toBe(200);
});

test('the hub listens on the port of --port, and not on PORT', async () => {
  const options = await newHub(null, await dataDirWithCluster());
  const port = await freePort();
  const hub = launchHubCommand(options, ['start', '--port', String(port)]);
  await expect.poll(hub.printed, { timeout: 90_000 }).toContain(`http://localhost:${port}`);
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.1:${options.environment.PORT}/api/health`)).rejects.toThrow();
  hub.signal('SIGTERM');
  expect((await hub.ended).code).toBe(0);
});

test.skipIf(!isRoot)(
  'a command of docs/operate/deploy.md works for a service that cannot write to the checkout',
  async () => {
    const document = await readFile(join(root, 'docs/operate/deploy.md'), 'utf8');
    const [, command = 'false'] = /^`cd \S+ && sudo -u guild-hub (.+ doctor)`/m.exec(document) ?? [];
    const DATA_DIR = await temporaryDataDir(nobody);
    const env = {
      PATH: process.env.PATH,
      HOME: '/nonexistent',
      npm_config_update_notifier: 'false',
      DATA_DIR,
    };
    // The doctor ends with 1, because no hub exists.
    const { stdout } = await run('sh', ['-c', command], { cwd: clone, env, ...nobody }).catch(
      (ended) => ended,
    );
    expect(stdout).toMatch(/^ok +settings /);
  },
);

test.each([
  ['PORT', 'abc', ''],
  ['DATABASE_URL', 'mysql://localhost', ''],
  ['DATABASE_URL', 'postgres://127.0.0.1:1/none', '  -> start PostgreSQL there, .*\n'],
])(
  'a start with %s=%s says in one line what is wrong, and explains a longer repair in a second line',
  async (name, value, repair) => {
    const { environment } = await newHub(null);
    const { code, stdout, stderr } = await runInProcess({ ...environment, [name]: value }, ['start']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^.*${name}.*\n${repair}$`));
  },
);

test('a hub ends when the process that launched it is gone', async () => {
  const { environment } = await newHub(null, await dataDirWithCluster());
  const hub = fork(join(root, 'services/cli/main.ts'), ['start'], {
    env: { PATH: process.env.PATH, ...environment },
    silent: true,
  });
  await once(hub.stdout ?? hub, 'data');
  hub.disconnect();
  expect(await once(hub, 'exit')).toEqual([0, null]);
});

async function me({ environment }: ProcessOptions, key: string): Promise<unknown> {
  const client = createHubClient(`http://127.0.0.1:${environment.PORT}`);
  return (await client.get('/me', { key })).body.data;
}

async function newHub(as: Account, dataDir?: string): Promise<ProcessOptions> {
  const DATA_DIR = dataDir ?? (await temporaryDataDir(as));
  return { clone, as, environment: { DATA_DIR, PORT: String(await freePort()) } };
}

/** Root's clone often lies below a 0700 home, which an ordinary user cannot enter. */
async function reachableClone(): Promise<string> {
  if (!isRoot) return root;
  const reachable = await run('test', ['-r', join(root, 'package.json')], nobody).then(
    () => true,
    () => false,
  );
  if (reachable) return root;
  const copy = await mkdtemp(join(tmpdir(), 'hub-clone-'));
  await chmod(copy, 0o755);
  for (const part of ['package.json', 'node_modules', 'services', 'projections', 'shared']) {
    await cp(join(root, part), join(copy, part), { recursive: true, verbatimSymlinks: true });
  }
  return copy;
}
