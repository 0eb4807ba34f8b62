import { exec, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { processesOn, temporaryDataDir } from '../../../test/support/hub/hub-process.ts';
import { dataDirWithCluster } from '../../../test/support/postgres/made-cluster.ts';

const launcher = fileURLToPath(new URL('../launch.mjs', import.meta.url));
const readyMs = 30_000;

/** The settings of a real hub, which the demo must not touch. */
async function besideRealHub(temporary: string) {
  const metrics = createServer().listen(0);
  await once(metrics, 'listening');
  onTestFinished(() => void metrics.close());
  const files = await mkdtemp(join(tmpdir(), 'hub-test-real-'));
  onTestFinished(() => rm(files, { recursive: true }));
  await writeFile(join(files, 'url'), 'postgres://127.0.0.1:1/a-real-hub\n');
  await writeFile(join(files, 'secret'), `${randomBytes(32).toString('base64')}\n`);
  return {
    PATH: process.env.PATH,
    TMPDIR: temporary,
    DATABASE_URL_FILE: join(files, 'url'),
    HUB_SECRET_FILE: join(files, 'secret'),
    KAFKA_BROKERS: '127.0.0.1:1',
    BACKUP_DIR: join(temporary, 'backups-of-a-real-hub'),
    METRICS_TOKEN: 'the-token-of-a-real-hub',
    WORKER_METRICS_PORT: String((metrics.address() as AddressInfo).port),
  };
}

async function startDemo(temporary: string, ...args: string[]) {
  const demo = spawn(process.execPath, [launcher, 'demo', '--port', '0', '--json', ...args], {
    env: await besideRealHub(temporary),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void demo.kill('SIGKILL'));
  let said = '';
  demo.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const lines = createInterface(demo.stdout);
  const ended = once(demo, 'close');
  const first = once(lines, 'line', { signal: AbortSignal.timeout(readyMs) });
  const line = await Promise.race([first, ended.then(() => Promise.reject(new Error(said)))]);
  const { url, key, code, data_dir, sign_in } = JSON.parse(String(line[0]));

  async function get(path: string): Promise<Answer> {
    const answer = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
    return (await answer.json()) as Answer;
  }

  return {
    url: url as string,
    key: key as string,
    code: code as string,
    dataDir: data_dir as string,
    signIn: sign_in as { readonly link: string; readonly member: string },
    get,
    kill: async () => {
      demo.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      demo.kill('SIGINT');
      const [exitCode] = await ended;
      return { exitCode, said };
    },
  };
}

/** An error has no `data`. */
interface Answer {
  readonly data?: readonly {
    readonly id: string;
    readonly name: string;
    readonly owner: { readonly name: string } | null;
    readonly location: object | null;
    readonly skills: { readonly overall_xp: number } | null;
    readonly account?: { readonly name: string };
  }[];
}

/** The timeout of the test is the limit. */
async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  while (true) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    await pause(1_100);
  }
}

/** So many that the first event comes within a minute, whatever the time of the start. */
const manyPlayers = 40;

test('a guild plays: its players are in the snapshot, and their events are in the feed', async () => {
  const temporary = await temporaryDataDir(null);
  const demo = await startDemo(temporary, '--players', String(manyPlayers), '--seed', '3');
  expect(demo.key).toMatch(/^hub_[0-9A-Za-z]{10}_[0-9A-Za-z]{43}$/);
  expect(demo.code).toMatch(/^\d{5}$/);
  const listed = await runInProcess({ DATA_DIR: demo.dataDir }, ['member', 'list', '--json']);
  // The additional member is a guest who can pair a plugin.
  expect(JSON.parse(listed.stdout).members).toHaveLength(manyPlayers + 1);

  const { data } = await until(
    () => demo.get('/snapshot'),
    ({ data: accounts = [] }) => accounts.filter(({ location }) => location !== null).length >= 6,
  );
  for (const { name, owner } of data ?? []) expect(owner?.name).toBe(name);
  const events = await until(
    () => demo.get('/events'),
    ({ data: stored = [] }) => stored.length > 0,
  );
  const players = (await demo.get('/accounts')).data?.map(({ name }) => name);
  expect(players).toContain(events.data?.[0]?.account?.name);

  expect(await demo.stop()).toEqual({ exitCode: 0, said: '' });
  expect(await readdir(temporary)).toEqual([]);
  expect(await processesOn(temporary)).toEqual([]);
});

test('continues with the data of an earlier run: same accounts and devices, no xp lost', async () => {
  const dataDir = await dataDirWithCluster();
  // Some players log in minutes after the start, but very rarely all 10 players do.
  const args = ['--players', '10', '--seed', '4', '--data-dir', dataDir];
  const xpOf = async (demo: { get: (path: string) => Promise<Answer> }): Promise<Map<string, number>> => {
    const { data } = await until(
      () => demo.get('/snapshot'),
      ({ data: accounts = [] }) => accounts.filter(({ skills }) => skills !== null).length >= 3,
    );
    return new Map(data?.map(({ id, skills }) => [id, skills?.overall_xp ?? 0]));
  };

  type Device = Readonly<Record<'member' | 'last_seen_at', string>>;
  const devices = async (): Promise<Device[]> =>
    (await runJson({ DATA_DIR: dataDir }, ['device', 'list'])).devices;

  const first = await startDemo(dataDir, ...args);
  const xpBefore = await xpOf(first);
  expect(await first.stop()).toMatchObject({ exitCode: 0 });
  expect(await processesOn(dataDir)).toEqual([]);

  const startedAt = Date.now();
  const second = await startDemo(dataDir, ...args);
  const xpAfter = await xpOf(second);
  for (const [id, xp] of xpBefore) expect(xpAfter.get(id) ?? 0).toBeGreaterThanOrEqual(xp);
  const after = await until(devices, (listed) =>
    listed.some(({ last_seen_at }) => Date.parse(last_seen_at) > startedAt),
  );
  expect(new Set(after.map(({ member }) => member)).size).toBe(after.length);
  expect(await second.stop()).toMatchObject({ exitCode: 0 });
});

test('a demo that was killed right after its past continues with the xp of the past', async () => {
  const dataDir = await dataDirWithCluster();
  const args = ['--players', '10', '--seed', '4', '--history', '2', '--data-dir', dataDir];
  const first = await startDemo(dataDir, ...args);
  const { data: past = [] } = await first.get('/snapshot');
  const xpOf = ({ skills }: (typeof past)[number]) => skills?.overall_xp ?? 0;
  const xpBefore = new Map(past.map((account) => [account.id, xpOf(account)]));
  expect(xpBefore.size).toBeGreaterThan(3);
  await first.kill();
  const second = await startDemo(dataDir, ...args);
  const { data: now = [] } = await until(
    () => second.get('/snapshot'),
    ({ data = [] }) => data.filter((account) => xpOf(account) !== xpBefore.get(account.id)).length >= 3,
  );
  for (const account of now) expect(xpOf(account)).toBeGreaterThanOrEqual(xpBefore.get(account.id) ?? 0);
  expect(await second.stop()).toMatchObject({ exitCode: 0 });
});

test('the printed link signs an admin in, and jobs of the pages run in the demo: a backup is in its own folder', async () => {
  const DATA_DIR = await dataDirWithCluster();
  const demo = await startDemo(DATA_DIR, '--players', '1', '--data-dir', DATA_DIR);
  const { link, member } = demo.signIn;
  const ask = (path: string, cookie: string, body?: object) =>
    fetch(`${demo.url}/console/api/${path}`, {
      headers: { cookie, origin: demo.url, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
  const signedIn = await ask('sign-in/link', '', { token: link.split('#token=')[1] });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const own = (await (await ask('me', cookie)).json()) as { readonly member: object };
  expect(own.member).toMatchObject({ name: member, is_admin: true });
  const begun = await ask('admin/backups', cookie, { request_id: randomUUID() });
  expect(begun.status).toBe(200);
  const { id } = (await begun.json()) as { id: string };
  const job = await until(
    async () => (await (await ask(`admin/jobs/${id}`, cookie)).json()) as { state: string; result: object },
    ({ state }) => state !== 'running',
  );
  expect(job).toMatchObject({ state: 'done', result: { file: expect.any(String) } });
  expect(await readdir(join(DATA_DIR, 'backups'))).toContain('keys.zst');
  expect(await readdir(DATA_DIR)).not.toContain('backups-of-a-real-hub');
  expect(await demo.stop()).toMatchObject({ exitCode: 0 });
});

test('the printed command works on its own hub: a backup is in its own folder', async () => {
  const DATA_DIR = await dataDirWithCluster();
  const env = await besideRealHub(DATA_DIR);
  const args = [launcher, 'demo', '--port', '0', '--players', '1', '--data-dir', DATA_DIR];
  const demo = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void demo.kill('SIGKILL'));
  const ended = once(demo, 'close');
  let line = '';
  const before: string[] = [];
  for await (line of createInterface(demo.stdout)) {
    if (line.includes('npm run hub')) break;
    before.push(line);
  }
  expect(before).toContainEqual(expect.stringContaining('works on this machine only'));
  const settings = line.replace(/ npm run hub -- projections$/, '');
  await promisify(exec)(`${settings} ${process.execPath} ${launcher} backup now`, { env });
  expect(await readdir(join(DATA_DIR, 'backups'))).toContain('keys.zst');
  expect(await readdir(DATA_DIR)).not.toContain('backups-of-a-real-hub');
  demo.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
});

test('refuses the data directory of a hub with members', async () => {
  const DATA_DIR = await dataDirWithCluster();
  expect(await runInProcess({ DATA_DIR }, ['member', 'add', 'Quill'])).toMatchObject({ code: 0 });
  await expect(startDemo(DATA_DIR, '--data-dir', DATA_DIR)).rejects.toThrow('"code":"not_a_demo"');
  const listed = await runInProcess({ DATA_DIR }, ['member', 'list', '--json']);
  expect(JSON.parse(listed.stdout).members).toHaveLength(1);
});
