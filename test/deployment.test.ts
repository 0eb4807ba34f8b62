import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workloadOf } from '../services/cli/command-of.mjs';
import { consoleTimeoutMs } from '../services/console/pages/console-api/ask-console.ts';
import { registeredPlugins } from '../services/ingest/plugins/registered.ts';
import { pathNotFound, unavailableError } from '../services/query/errors/api-error.ts';
import { headersOfEveryResponse, json } from '../services/query/http/response-headers.ts';
import { mallocSettings, nodeFlags } from '../shared/runtime/node-runtime.mjs';
import { bundledNode } from '../shared/runtime/platform.mjs';
import { runsCampaigns } from './support/campaign.ts';
import { composePasswords, createDeployment, type Deployment, findCompose } from './support/hub/compose.ts';
import { createHubClient, type HubClient } from './support/hub/hub-client.ts';
import { freePort } from './support/hub/hub-process.ts';
import { patient } from './support/runner/patience.ts';

const found = runsCampaigns
  ? await findCompose()
  : { why: 'to build its images takes two minutes of CPU, so only the campaigns do' };
const services = ['ingest', 'projector', 'query', 'console'];
const metricsToken = randomBytes(16).toString('hex');
const patience = { timeout: patient(360_000) };

test('the public port leads every plugin to ingest, and leads pages and the read API to other services', async () => {
  const balancer = await readFile(new URL('../infra/nginx.conf', import.meta.url), 'utf8');
  const [publicServer = ''] = balancer.split('listen 3001');
  const locations = [
    ...publicServer.matchAll(/location ([=~]? ?\/\S*) \{[^}]*proxy_pass http:\/\/\$(\w+):/g),
  ];
  expect(locations.map(([, path, service]) => [path, service])).toEqual([
    ['/', 'consoles'],
    ['/report-with-picture/', 'ingests'],
    ['/api/v1', 'replicas'],
    ['= /api/health', 'replicas'],
    ['/api/', 'ingests'],
    ['/docs/', 'replicas'],
    ['~ /metrics$', 'replicas'],
  ]);
  const paths = registeredPlugins.flatMap((plugin) => plugin.paths.map(({ url }) => url));
  expect(paths.filter((path) => !/^\/api\/(?!v1|health)/.test(path))).toEqual([]);
});

test('the balancer waits longer for the console than the pages of the console do', async () => {
  const balancer = await readFile(new URL('../infra/nginx.conf', import.meta.url), 'utf8');
  const [consoles = ''] = /location \/ \{[^}]*proxy_pass http:\/\/\$consoles:3002;/.exec(balancer) ?? [];
  const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(consoles) ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThan(consoleTimeoutMs);
});

if ('why' in found) {
  test.skip(`infra/compose.yaml, not run: ${found.why}`);
} else {
  describe('infra/compose.yaml', () => deployment(found.command));
}

function deployment(command: readonly string[]): void {
  let hub: Deployment;
  let origin: string;
  let pluginPort: number;
  let api: HubClient;
  let plugins: HubClient;
  let key: string;
  let token: string;

  beforeAll(async () => {
    const apiPort = await freePort();
    pluginPort = await freePort();
    hub = createDeployment(command, {
      HUB_SECRET: randomBytes(32).toString('base64'),
      ...composePasswords(),
      METRICS_TOKEN: metricsToken,
      API_PORT: String(apiPort),
      PUBLIC_URL: `http://localhost:${apiPort}`,
      PLUGIN_PORT: String(pluginPort),
    });
    await hub.compose('up', '-d', '--build');
    await untilHealthy(hub);
    origin = `http://127.0.0.1:${apiPort}`;
    api = createHubClient(origin);
    plugins = createHubClient(`http://127.0.0.1:${pluginPort}`);
  }, patient(600_000));

  afterAll(() => hub.remove(), 120_000);

  test(
    'pairs a plugin at the public port, takes its reports there and at the plugin port, and serves them',
    patience,
    async () => {
      await hubCommand(hub, 'member add Merrin');
      const { code, url } = await hubCommand(hub, 'pair Merrin');
      expect(url).toBe(`http://localhost:${new URL(origin).port}`);
      token = await api.pairWith(code);
      const created = await hubCommand(
        hub,
        'key create --service --name test --categories stats,events,activity --rate-limit 6000',
      );
      key = created.key;
      for (const [name, at] of [
        ['ha-snapshot', plugins],
        ['ha-loot', api],
      ] as const) {
        const report = JSON.parse(
          await readFile(new URL(`fixtures/reports/${name}.json`, import.meta.url), 'utf8'),
        );
        expect((await at.report(token, { ...report, timestamp: Date.now() })).status).toBe(200);
      }
      const { body } = await api.getUntil('/events', {
        key,
        seen: ({ body }) => body.data?.length === 1,
        withinMs: 30_000,
      });
      expect(body.data[0].account.name).toBe('Quillon Fen');
      expect((await api.get('/snapshot', { key })).body.data).toMatchObject([{ online: true, world: 486 }]);
    },
  );

  test('serves the pages and the read API at one port', patience, async () => {
    for (const path of ['/', '/accounts/x']) {
      const page = await fetch(`${origin}${path}`);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
      const { status, headers } = await fetch(`${origin}${script}`, {
        headers: { 'accept-encoding': 'br' },
      });
      expect([status, headers.get('content-encoding')]).toEqual([200, 'br']);
    }
    expect((await fetch(`${origin}/docs/api`)).status).toBe(200);
  });

  test('each process has its own role, and no role is a superuser', patience, async () => {
    const [postgres = ''] = await hub.containersOf('postgres');
    const asked = `select distinct usename, usesuper from pg_stat_activity join pg_user using (usename)
      where application_name like 'hub%' order by 1`;
    const rows = await hub.docker('exec', postgres, 'psql', '-U', 'postgres', '-Atc', asked);
    expect(rows.trim().split('\n')).toEqual([
      'hub_ingest|f',
      'hub_operator|f',
      'hub_projector|f',
      'hub_query|f',
    ]);
  });

  test('the read API has no address of the log and cannot reach it, and ingest can', patience, async () => {
    const script = `import { lookup } from 'node:dns/promises';
      const reached = await lookup('kafka').then(() => true, () => false);
      process.stdout.write(JSON.stringify([reached, process.env.KAFKA_BROKERS ?? null]))`;
    const seenBy = async (service: string) => {
      const [id = ''] = await hub.containersOf(service);
      return JSON.parse(await hub.docker('exec', id, 'node', '--input-type=module', '-e', script));
    };
    expect(await seenBy('query')).toEqual([false, null]);
    expect(await seenBy('ingest')).toEqual([true, 'kafka:9092']);
  });

  test(
    'backups are taken and listed in separate containers, in the folder of the nightly backups',
    patience,
    async () => {
      const { file, records } = await hubCommand(hub, 'backup now');
      expect(records).toBeGreaterThan(0);
      const { backups } = await hubCommand(hub, 'backup list');
      expect(backups.map((backup: { file: string }) => backup.file)).toContain(file);
      for (const service of ['projector', 'console']) {
        const [id = ''] = await hub.containersOf(service);
        expect(await hub.docker('exec', id, 'ls', '/backups')).toContain(file);
      }
    },
  );

  test('a hub is restored from its backup with the steps of docs/operate/backup.md', {
    timeout: patient(400_000),
  }, async () => {
    await hubCommand(hub, 'member add Oswin');
    const { file } = await hubCommand(hub, 'backup now');
    const document = await readFile(new URL('../docs/operate/backup.md', import.meta.url), 'utf8');
    const recipe = document.split('\n').filter((line) => line.startsWith('$hub '));
    expect(recipe).toHaveLength(4);
    for (const line of recipe) await hub.shell(line.replace(/\S+\.json/, file));
    await untilHealthy(hub);
    const { members } = await hubCommand(hub, 'member list');
    expect(members.map(({ name }: { name: string }) => name)).toContain('Oswin');
  });

  test('the image without a setting prints in one line which setting it lacks', patience, async () => {
    const ran = await hub.docker('run', '--rm', 'guild-account-hub').catch((error: unknown) => error);
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringMatching(/^[^\n]*set DATABASE_URL[^\n]*\n$/) });
  });

  test('runs without root, and both query replicas answer requests', patience, async () => {
    for (let times = 0; times < 40; times += 1) await api.get('/me', { key });
    const queries = await hub.containersOf('query');
    expect(queries.length).toBe(2);
    for (const id of queries) {
      expect((await hub.docker('exec', id, 'id', '-u')).trim()).toBe('1000');
      expect(await answersOf(hub, id)).toBeGreaterThan(0);
    }
    expect(await ownAnswer(await fetch(`${origin}/metrics`))).toEqual({
      status: 404,
      headers: { ...headersOfEveryResponse, 'content-type': json },
      body: pathNotFound.body,
    });
  });

  test('the image has one Node and less than 350 MB', patience, async () => {
    const image = 'guild-account-hub';
    expect(Number(await hub.docker('image', 'inspect', '--format', '{{.Size}}', image))).toBeLessThan(350e6);
    const find = ['/', '-xdev', '-type', 'f', '-name', 'node', '-size', '+1M'];
    const found = await hub.docker('run', '--rm', '--user', 'root', '--entrypoint', 'find', image, ...find);
    expect(found).toMatch(/^\/hub\/node_modules\/node-linux-\w+\/bin\/node\n$/);
  });

  test('runs on the same Node with the same settings as npm start', patience, async () => {
    const { optionalDependencies } = JSON.parse(
      await readFile(new URL('../package.json', import.meta.url), 'utf8'),
    );
    for (const service of services) {
      const [id = ''] = await hub.containersOf(service);
      const ofProcess = async (file: string) =>
        (await hub.docker('exec', id, 'cat', `/proc/1/${file}`)).split('\0');
      const [node = '', ...args] = await ofProcess('cmdline');
      expect(args.slice(0, -1)).toEqual([
        ...nodeFlags(bundledNode, workloadOf([service])),
        '/hub/node_modules/.cache/bundle/main.js',
        service,
      ]);
      expect(await hub.docker('exec', id, node, '--version')).toBe(
        `v${optionalDependencies[`node-linux-${process.arch}`]}\n`,
      );
      const settings = Object.entries(mallocSettings).map(([name, value]) => `${name}=${value}`);
      expect(await ofProcess('environ')).toEqual(expect.arrayContaining(settings));
    }
  });

  test(
    'the balancer passes at most 100 requests of one token at a time, and other clients are answered',
    patience,
    async () => {
      // The requests come from a container, so they are another client than the test.
      const [ingest = ''] = await hub.containersOf('ingest');
      const held = JSON.parse(
        await hub.docker('exec', ingest, 'node', '--input-type=module', '-e', holdRequests),
      );
      expect(held).toEqual({ under_way: 100, refused: 200 });
      expect((await api.get('/me', { key })).status).toBe(200);
    },
  );

  test('works with one query replica, and answers 503 when no replica is left', patience, async () => {
    const [first = ''] = await hub.containersOf('query');
    await hub.docker('kill', first);
    for (let times = 0; times < 20; times += 1) expect((await api.get('/me', { key })).status).toBe(200);
    await hub.compose('stop', 'ingest', 'query');
    for (const at of [plugins, api]) {
      const refused = await at.report(token, {});
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    }
    const { body, retryAfter } = unavailableError();
    expect(await ownAnswer(await fetch(`${origin}/api/v1/me`))).toEqual({
      status: 503,
      headers: { ...headersOfEveryResponse, 'content-type': json, 'retry-after': String(retryAfter) },
      body,
    });
    await hub.compose('start', 'ingest');
    await expect.poll(async () => (await plugins.report(token, {})).status, { timeout: 180_000 }).toBe(200);
  });

  test('ends cleanly when it is stopped', patience, async () => {
    const killed = (await hub.containersOf('query')).length - 1;
    await hub.compose('stop');
    const ids = (await Promise.all(services.map((service) => hub.containersOf(service)))).flat();
    const codes = await Promise.all(ids.map((id) => hub.docker('inspect', '-f', '{{.State.ExitCode}}', id)));
    expect(codes.map(Number).filter((code) => code === 0).length).toBe(ids.length - killed);
  });
}

/** Without the headers that the server adds, nginx or Node. */
async function ownAnswer(answer: Response) {
  const headers = Object.fromEntries(answer.headers);
  for (const name of ['connection', 'content-length', 'date', 'keep-alive', 'server']) delete headers[name];
  return { status: answer.status, headers, body: await answer.text() };
}

/** @returns the document of the command */
async function hubCommand(hub: Deployment, line: string) {
  return JSON.parse(await hub.compose('run', '--rm', '-T', 'operator', ...line.split(' '), '--json'));
}

async function untilHealthy(hub: Deployment): Promise<void> {
  for (const deadline = Date.now() + 180_000; ; await delay(500)) {
    const ids = (await Promise.all(services.map((service) => hub.containersOf(service)))).flat();
    const states = await Promise.all(
      ids.map((id) => hub.docker('inspect', '-f', '{{.State.Health.Status}}', id)),
    );
    if (states.every((state) => state.trim() === 'healthy')) return;
    if (Date.now() > deadline)
      throw new Error(`not healthy: ${states.join('')} ${await hub.compose('logs')}`);
  }
}

async function answersOf(hub: Deployment, id: string): Promise<number> {
  const script = `const answer = await fetch('http://localhost:3000/metrics', { headers: { authorization: 'Bearer ${metricsToken}' } }); process.stdout.write(await answer.text())`;
  const metrics = await hub.docker('exec', id, 'node', '--input-type=module', '-e', script);
  const counts = [...metrics.matchAll(/^hub_api_answer_seconds_count\{[^}]*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** The bodies of the requests never come. The script counts once no answer has come for 2 s. */
const holdRequests = `
  import { connect } from 'node:net';
  let refused = 0;
  let last = Date.now();
  const sockets = Array.from({ length: 300 }, () => {
    const socket = connect(3001, 'balancer', () =>
      socket.write('POST /api/osrs-data/events HTTP/1.1\\r\\nhost: hub\\r\\nx-osrs-token: held\\r\\ncontent-length: 100\\r\\n\\r\\n'));
    socket.once('data', (answer) => {
      if (String(answer).startsWith('HTTP/1.1 429')) refused += 1;
      last = Date.now();
    });
    socket.on('error', () => {});
    return socket;
  });
  const look = setInterval(() => {
    // The first refusal may be late on a busy machine. The other refusals follow at once.
    if (Date.now() - last < (refused === 0 ? 20_000 : 2_000)) return;
    clearInterval(look);
    process.stdout.write(JSON.stringify({ under_way: 300 - refused, refused }));
    for (const socket of sockets) socket.destroy();
  }, 100);
`;
