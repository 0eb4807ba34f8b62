import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { type RequestOptions, request } from 'node:https';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { registeredPlugins } from '../services/ingest/plugins/registered.ts';
import { readStandaloneSettings } from '../services/standalone/settings.ts';
import { temporaryFolder } from '../shared/backup/testing/open-backup-test.ts';
import { countKey } from '../shared/count-key.ts';
import { eventually } from '../shared/projection/testing/eventually.ts';
import { atEnd } from './support/at-end.ts';
import { composePasswords, createDeployment, findComposeProgram } from './support/hub/compose.ts';
import { startTestHub, type TestHub } from './support/hub/hub.ts';
import { freePort } from './support/hub/hub-process.ts';
import { isInstalled } from './support/is-installed.ts';
import { patient } from './support/runner/patience.ts';
import { projectRoot } from './support/source-tree.ts';
import { watchProcess } from './support/watch-process.ts';

const run = promisify(execFile);
const read = (path: string) => readFileSync(`${projectRoot}infra/${path}`, 'utf8');
const hasSystemd = await isInstalled('systemd-analyze', '--version');
const hasCaddy = await isInstalled('caddy', 'version');
const hasNginx = await isInstalled('/usr/sbin/nginx', '-v');
const program = await findComposeProgram();

/** Out of ten, in systemd's own rating. */
const exposureMax = 2;

test.skipIf(!hasSystemd)('systemd accepts the unit, and rates its isolation as good', async () => {
  const unit = join(await temporaryFolder(), 'guild-hub.service');
  const inThisFolder = (text: string) =>
    text.replaceAll('/opt/guild-account-hub', projectRoot.replace(/\/$/, ''));
  await writeFile(unit, inThisFolder(read('systemd/guild-hub.service')));
  const { stdout, stderr } = await run('systemd-analyze', ['verify', unit]);
  expect(stdout + stderr).toBe('');
  const threshold = `--threshold=${exposureMax * 10}`;
  await run('systemd-analyze', ['security', '--offline=true', '--no-pager', threshold, unit]);
});

test('the unit sets no folder, so that .env can set the folders', () => {
  expect(read('systemd/guild-hub.service')).not.toMatch(/^Environment=(DATA_DIR|BACKUP_DIR)/m);
});

describe.skipIf(!hasCaddy)('with the caddy of Debian', () => {
  test('over HTTPS plugins, clients and browsers reach a hub in one process, and monitoring does not', async () => {
    const { hub, hubSecret, ask } = await openBehindCaddy('Caddyfile');
    await reported(hub, ask);
    expect(await seenClient(hub)).toEqual({
      client: countKey(hubSecret, 'client', clientAddress),
      forwarded: 1,
    });
    for (const { url, kind } of registeredPlugins.flatMap((plugin) => plugin.paths)) {
      const method = kind === 'get' ? 'GET' : 'POST';
      const direct = await fetch(hub.url + url, { method });
      expect(direct.status).not.toBe(404);
      expect(await ask(url, { method }), url).toBe(direct.status);
    }
    expect(await ask('/metrics')).toBe(404);
    expect(await ask('/api/health')).toBe(200);
    expect(await ask('/')).toBe(200);
  });

  test.each(['Caddyfile', 'compose.Caddyfile'])(
    'while the hub is away, Caddy with %s logs no token, key or address',
    async (recipe) => {
      const { hub, ask, written } = await openBehindCaddy(recipe);
      await hub.close();
      const secrets = { path: '0123secret', header: '4567secret', key: '89absecret' };
      const headers = {
        'x-osrs-token': secrets.header,
        authorization: `Bearer ${secrets.key}`,
        'x-forwarded-for': '203.0.113.9',
      };
      expect(await ask(`/rambler/${secrets.path}/walk?name=Quillon`, { method: 'POST', headers })).toBe(502);
      await eventually(async () => expect(written()).toContain('connection refused'));
      for (const secret of [...Object.values(secrets), 'Quillon', clientAddress, '203.0.113.9', 'rambler']) {
        expect(written()).not.toContain(secret);
      }
    },
  );

  test.skipIf(!hasNginx)(
    'behind Caddy in front of compose, the hub still sees the address of the client',
    async () => {
      const { hub, hubSecret, ask } = await openBehindCaddy('compose.Caddyfile', async (host, settings) => {
        const { origin } = await startBalancer(host, settings);
        return new URL(origin).host;
      });
      await reported(hub, ask);
      expect(await seenClient(hub)).toEqual({
        client: countKey(hubSecret, 'client', clientAddress),
        forwarded: 2,
      });
    },
  );
});

type Ask = (path: string, options?: RequestOptions & { body?: string }) => Promise<number>;

/** Differs from the address of the proxies, which run on the same machine. */
const clientAddress = '127.0.0.2';

/**
 * The hub has the settings that the recipe names. Caddy's certificate is from its own authority.
 * @param before starts a proxy between Caddy and the hub, and returns the address for Caddy
 */
async function openBehindCaddy(
  recipe: string,
  before: (host: string, settings: Readonly<Record<string, string>>) => Promise<string> = async (host) =>
    host,
) {
  const text = read(`caddy/${recipe}`);
  await run('caddy', [
    'validate',
    '--adapter',
    'caddyfile',
    '--config',
    `${projectRoot}infra/caddy/${recipe}`,
  ]);
  const settings = Object.fromEntries(
    [...text.matchAll(/^# {3}([A-Z_]+)=(\S+)$/gm)].map(([, k, v]) => [k, v]),
  );
  const hubSecret = randomBytes(32);
  const hub = await startTestHub({ settings: { ...settings, HUB_SECRET: hubSecret.toString('base64') } });
  const port = await freePort();
  const folder = await temporaryFolder();
  const site = text
    .replace(/^hub\.example\.org \{$/m, `https://hub.example.org:${port} {\n\ttls internal`)
    .replace('127.0.0.1:3000', await before(new URL(hub.url).host, settings));
  const options = `admin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system ${folder}`;
  await writeFile(join(folder, 'Caddyfile'), site.replace(/^\{$/m, `{\n\t${options}`));
  const caddy = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { printed: written } = watchProcess(caddy);
  const authority = join(folder, 'pki', 'authorities', 'local', 'root.crt');
  const ask: Ask = async (path, { body, headers, method } = {}) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      localAddress: clientAddress,
      servername: 'hub.example.org',
      ca: readFileSync(authority),
      headers: { ...headers, host: 'hub.example.org' },
      agent: false,
    });
    asked.end(body);
    const [answer] = await once(asked, 'response');
    answer.resume();
    return answer.statusCode;
  };
  await eventually(async () => expect(await ask('/api/health')).toBe(200));
  return { hub, hubSecret, ask, written };
}

/** The player claims another address. */
async function reported(hub: TestHub, ask: Ask): Promise<void> {
  const token = await hub.pair(await hub.addMember('Quill'));
  const headers = {
    'content-type': 'application/json',
    'x-osrs-exporter-version': '1.6.0',
    'x-osrs-token': token,
    'x-forwarded-for': '203.0.113.9',
  };
  expect(await ask('/api/osrs-data/events', { method: 'POST', headers, body: '{}' })).toBe(200);
}

async function seenClient(hub: TestHub) {
  const asked = { text: 'select client, forwarded from hub.plugin_seen' };
  return eventually(() => hub.database.one<{ client: string; forwarded: number }>(asked));
}

describe.skipIf(!hasNginx)('the balancer of compose, with the nginx of Debian', () => {
  test('counts the running requests of each client behind a proxy', async () => {
    const hub = await startTestHub();
    const { origin } = await startBalancer(new URL(hub.url).host, { TRUST_PROXY_HOPS: '2' });
    const statuses = await beginRequests(origin, 60, () => ({ from: `198.51.100.1, ${clientAddress}` }));
    expect(statuses).toEqual(Array(10).fill(429));
    const ask = (path: string, forwarded: string) =>
      fetch(`${origin}${path}`, { headers: { 'x-forwarded-for': forwarded, origin: 'https://map.example' } });
    const busy = await ask('/api/health', `203.0.113.7, ${clientAddress}`);
    expect([busy.status, busy.headers.get('retry-after'), await busy.json()]).toEqual([
      429,
      '1',
      {
        error: {
          code: 'rate_limited',
          message: 'Too many requests of your address run at once. Try again in a moment.',
        },
      },
    ]);
    expect(busy.headers.get('access-control-allow-origin')).toBe('*');
    expect((await ask('/api/health', '198.51.100.1, 203.0.113.7')).status).toBe(200);
  });

  test('counts the requests of the direct client when no proxy is in front, whatever the request claims', async () => {
    const hub = await startTestHub();
    const { origin } = await startBalancer(new URL(hub.url).host, {});
    const statuses = await beginRequests(origin, 60, (index) => ({ from: `203.0.113.${index}` }));
    expect(statuses).toEqual(Array(10).fill(429));
  });

  test.each([
    ['the header of HA Exporter', (token: string) => ({ header: `x-osrs-token: ${token}` })],
    ['another header', (token: string) => ({ path: '/api/group/a/b', header: `authorization: ${token}` })],
    ['a bearer', (token: string) => ({ path: '/api/rseye/a', header: `authorization: Bearer ${token}` })],
    ['the path', (token: string) => ({ path: `/api/dink/${token}` })],
  ])('counts the running requests of each token in %s', async (_, requestOf) => {
    const frozen = await startFrozenHub();
    const { origin, pluginOrigin } = await startBalancer(frozen, {}, { tokens: 5, isFrozen: true });
    for (const from of [origin, pluginOrigin]) {
      const answers: string[] = [];
      // The last request has another token.
      const token = (index: number) => `${new URL(from).port}${index < 8 ? 'a' : 'b'}`.padEnd(64, '0');
      const statuses = await beginRequests(from, 9, (index) => requestOf(token(index)), answers);
      expect(statuses).toEqual(Array(3).fill(429));
      expect(answers[0]).toMatch(/retry-after: 2\r\n.*"code":"rate_limited"\}$/is);
    }
  });

  test('answers 503 to a plugin after ten seconds, while the hub is frozen', async () => {
    const { origin, pluginOrigin } = await startBalancer(await startFrozenHub(), {}, { isFrozen: true });
    const asked = [origin, pluginOrigin].flatMap((from) =>
      ['application/json', 'multipart/form-data; boundary=x'].map(async (type) => {
        const options = { method: 'POST', headers: { 'content-type': type }, body: '{}' };
        // A path without the limit of ten seconds waits longer.
        const signal = AbortSignal.timeout(9_000);
        return (await fetch(`${from}/api/osrs-data/events`, { ...options, signal })).status;
      }),
    );
    expect(await Promise.all(asked)).toEqual([503, 503, 503, 503]);
  });

  test('passes reports with screenshots and requests for settings to the hub, and keeps its internal path closed', async () => {
    const hub = await startTestHub();
    const token = await hub.pair(await hub.addMember('Quill'));
    const { origin, pluginOrigin } = await startBalancer(new URL(hub.url).host, {});
    for (const reached of [origin, pluginOrigin]) {
      const form = new FormData();
      form.set('payload_json', JSON.stringify({ type: 'QUEST', playerName: 'Quillon Fen' }));
      form.set('file', new Blob([new Uint8Array(8_000_000)], { type: 'image/png' }), 'questImage.png');
      const answer = await fetch(`${reached}/api/dink/${token}`, { method: 'POST', body: form });
      expect(answer.status).toBe(200);
      const config = await fetch(`${reached}/api/dink/${token}/config?leagues=on`);
      expect(await config.json()).toMatchObject({ notifyLeagues: true });
      expect((await fetch(`${reached}/report-with-picture/api/dink/${token}/config`)).status).toBe(404);
    }
  });

  test('passes everything below a path on to the hub, and no metrics', async () => {
    const settings = { PUBLIC_URL: 'https://guild.example/games/hub' };
    const hub = await startTestHub({ settings: { ...settings, METRICS_TOKEN: 'metrics-token-of-the-test' } });
    const token = await hub.pair(await hub.addMember('Quill'));
    const { origin, pluginOrigin } = await startBalancer(new URL(hub.url).host, settings);
    const status = async (url: string, init = {}) => (await fetch(url, init)).status;
    const config = `/games/hub/api/dink/${token}/config`;
    expect([await status(origin + config), await status(pluginOrigin + config)]).toEqual([200, 200]);
    for (const path of ['/api/health', '/api/v1/openapi.json', '/docs/api', '/events'])
      expect(await status(`${origin}/games/hub${path}`), path).toBe(200);
    const headers = { authorization: 'Bearer metrics-token-of-the-test' };
    for (const from of [origin, pluginOrigin])
      for (const path of ['/metrics', '/games/hub/metrics'])
        expect(await status(from + path, { headers }), path).toBe(404);
  });

  test('passes the answer of the hub on before the picture of a report has arrived', async () => {
    const hub = await startTestHub();
    const token = await hub.pair(await hub.addMember('Quill'));
    const { origin, pluginOrigin } = await startBalancer(new URL(hub.url).host, {});
    const begun = [
      `POST /api/dink/${token} HTTP/1.1`,
      'host: hub',
      'content-type: multipart/form-data; boundary=x',
      'content-length: 8000000',
      '',
      '--x',
      'content-disposition: form-data; name="payload_json"',
      '',
      JSON.stringify({ type: 'QUEST', playerName: 'Quillon Fen' }),
      '--x\r\n',
    ].join('\r\n');
    for (const from of [origin, pluginOrigin]) {
      const socket = connect(Number(new URL(from).port), '127.0.0.1', () => socket.write(begun));
      atEnd(() => socket.destroy());
      const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(patient(20_000)) });
      expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
    }
  });

  test('refuses a large body, and logs no content of a request', async () => {
    const nobody = `127.0.0.1:${await freePort()}`;
    const { origin, written } = await startBalancer(nobody, {});
    const post = (bytes: number) =>
      fetch(`${origin}/api/osrs-data/events?name=Quillon`, { method: 'POST', body: Buffer.alloc(bytes) });
    expect((await post(2_000_000)).status).toBe(413);
    expect((await post(100_000)).status).toBe(503);
    expect((await fetch(`${origin}/api/v1/accounts?name=Quillon`)).status).toBe(503);
    expect((await fetch(`${origin}/api/dink/0123secret`, { method: 'POST', body: '{}' })).status).toBe(503);
    expect((await fetch(`${origin}/api/new-plugin/0123secret`, { method: 'POST' })).status).toBe(503);
    expect(written()).toBe('');
  });

  test('passes a report with a picture of 16 MB to the hub, refuses a picture of 18 MB, and logs nothing', async () => {
    const hub = await startTestHub();
    const { origin, pluginOrigin, written } = await startBalancer(new URL(hub.url).host, {});
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const from of [origin, pluginOrigin]) {
      const post = (bytes: number) =>
        fetch(`${from}/api/dink/0123secret`, { method: 'POST', headers, body: Buffer.alloc(bytes) });
      const direct = await fetch(`${hub.url}/api/dink/0123secret`, { method: 'POST', headers, body: 'x' });
      for (const bytes of [100, 2_000_000, 16_000_000])
        expect((await post(bytes)).status).toBe(direct.status);
      expect((await post(18_000_000)).status).toBe(413);
    }
    expect(written()).toBe('');
  });
});

/** The bodies never come. @returns the statuses of the early answers */
async function beginRequests(
  origin: string,
  count: number,
  requestOf: (index: number) => { from?: string; path?: string; header?: string },
  answers: string[] = [],
): Promise<number[]> {
  const { hostname, port } = new URL(origin);
  const statuses: number[] = [];
  let last = Date.now();
  for (let index = 0; index < count; index += 1) {
    const { path = '/api/osrs-data/events', from = '192.0.2.1', header = 'accept: */*' } = requestOf(index);
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: hub\r\ncontent-length: 100\r\nx-forwarded-for: ${from}\r\n${header}\r\n\r\n`,
      );
    });
    socket.on('error', () => {});
    socket.once('data', (answer) => {
      answers.push(String(answer));
      statuses.push(Number(String(answer).split(' ', 2)[1]));
      last = Date.now();
    });
    atEnd(() => socket.destroy());
  }
  // Waiting requests get no answer, and the first refusal may be late on a busy machine.
  await eventually(async () => {
    expect(statuses.length).toBeGreaterThan(0);
    expect(Date.now() - last).toBeGreaterThan(1_000);
  });
  return statuses;
}

/** Accepts requests and never answers. @returns its host and port */
async function startFrozenHub(): Promise<string> {
  const frozen = createServer((socket) => socket.on('error', () => {}).resume());
  frozen.listen(0, '127.0.0.1');
  await once(frozen, 'listening');
  atEnd(() => void frozen.close());
  return `127.0.0.1:${(frozen.address() as AddressInfo).port}`;
}

async function reach(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}

async function startBalancer(
  hub: string,
  settings: Readonly<Record<string, string>>,
  { addresses = 50, tokens = 100, isFrozen = false } = {},
) {
  const folder = await temporaryFolder();
  const [port, pluginPort] = [await freePort(), await freePort()];
  const shipped = read('nginx.conf');
  expect(shipped).toMatch(/limit_conn addresses 2048;\n[^;]*limit_conn tokens 100;/);
  // Smaller limits, because thousands of sockets and long waits cost seconds.
  const config = shipped
    .replace('addresses 2048;', `addresses ${addresses};`)
    .replace('tokens 100;', `tokens ${tokens};`)
    .replaceAll('proxy_read_timeout 10s;', `proxy_read_timeout ${isFrozen ? 1 : 10}s;`)
    .replaceAll('/tmp/', `${folder}/`)
    .replaceAll(/proxy_pass http:\/\/[^;]+;/g, `proxy_pass http://${hub};`)
    .replace('listen 3000;', `listen 127.0.0.1:${port};`)
    .replace('listen 3001;', `listen 127.0.0.1:${pluginPort};`);
  // If nginx runs as root, its workers run as another user, who cannot enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  await writeFile(join(folder, 'nginx.conf'), user + config);
  const env = {
    ...process.env,
    ...settings,
    BALANCER_CONFIG: join(folder, 'nginx.conf'),
    BALANCER_FOLDER: folder,
  };
  const nginx = spawn(`${projectRoot}infra/balancer.sh`, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const { printed: written } = watchProcess(nginx);
  const [origin, pluginOrigin] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${pluginPort}`];
  await eventually(async () => {
    if (isFrozen) await reach(port);
    else await fetch(`${origin}/api/health`);
  });
  return { origin, pluginOrigin, written };
}

test('the image names no architecture, and runs as an unprivileged user', () => {
  const image = read('Dockerfile');
  expect(image).not.toMatch(/x64|amd64|x86|arm|aarch/i);
  expect(image.match(/^USER .*$/gm)?.at(-1)).toBe('USER node');
});

test.skipIf(program === null)(
  'compose accepts the file with the profile of observability, and mounts only existing files',
  async () => {
    const hub = createDeployment(program ?? [], {
      HUB_SECRET: randomBytes(32).toString('base64'),
      ...composePasswords(),
    });
    const named = (await hub.compose('--profile', 'observability', 'config', '--services'))
      .trim()
      .split('\n');
    expect(named).toEqual(expect.arrayContaining(['query', 'prometheus', 'grafana']));
    const config = await hub.compose('--profile', 'observability', 'config');
    const mounted = [...config.matchAll(/(?:source: |- )(\/[^:\n]*\/infra\/[^:\n]*)/g)].map(
      ([, path = '']) => path,
    );
    expect(mounted.length).toBe(3);
    for (const path of mounted) await access(path);
  },
);

test.skipIf(program === null)(
  'the hub.env of docs/operate/deploy.md gives compose its own passwords, secret and cluster id',
  async () => {
    const [, recipe = ''] =
      read('../docs/operate/deploy.md').match(
        /^(\(umask 077; \{ echo "HUB_SECRET=[\s\S]*?) > hub\.env\)$/m,
      ) ?? [];
    const { stdout } = await run('sh', ['-c', `${recipe})`]);
    const lines = stdout.trim().split('\n');
    const settings = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s)));
    const hub = createDeployment(program ?? [], settings);
    const [, clusterId = ''] = (await hub.compose('config')).match(/^ +CLUSTER_ID: (\S+)$/m) ?? [];
    expect(clusterId).toBe(settings.KAFKA_CLUSTER_ID);
    expect(Buffer.from(clusterId, 'base64url').toString('base64url')).toBe(clusterId);
    expect(Buffer.from(clusterId, 'base64url')).toHaveLength(16);
    expect(Buffer.from(settings.HUB_SECRET ?? '', 'base64')).toHaveLength(32);
  },
);

test.skipIf(program === null)('the hub of compose understands its PUBLIC_URL, also with a path', async () => {
  for (const PUBLIC_URL of [undefined, 'https://hub.example.org', 'https://guild.example/hub']) {
    const settings = { HUB_SECRET: 'x', ...composePasswords(), ...(PUBLIC_URL && { PUBLIC_URL }) };
    const config = await createDeployment(program ?? [], settings).compose('config');
    const given = new Set([...config.matchAll(/^ +PUBLIC_URL: (http\S+)$/gm)].map(([, url]) => url));
    expect([...given]).toEqual([PUBLIC_URL ?? 'http://localhost:3000']);
    for (const url of given) expect(readStandaloneSettings({ PUBLIC_URL: url }).PUBLIC_URL).toBe(url);
  }
});

test.skipIf(program === null)(
  'a hub of compose has its log in Kafka, unless KAFKA_BROKERS is empty',
  async () => {
    const brokersOf = async (settings: Readonly<Record<string, string>>) => {
      const given = { HUB_SECRET: 'x', ...composePasswords(), ...settings };
      const config = await createDeployment(program ?? [], given).compose('config');
      return [...new Set([...config.matchAll(/^ +KAFKA_BROKERS: (.*)$/gm)].map(([, text]) => text))];
    };
    expect(await brokersOf({})).toEqual(['kafka:9092']);
    expect(await brokersOf({ KAFKA_BROKERS: '' })).toEqual([expect.stringMatching(/^(''|"")$/)]);
  },
);

test('every container of compose has limits, and publishes its ports at most to this machine', () => {
  const compose = read('compose.yaml');
  const [, services = ''] = compose.split(/^services:$/m);
  const each =
    services.split(/^volumes:$/m)[0]?.matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n| {2}#.*\n)*)/gm) ?? [];
  const named = [...each].map(([, name, body = '']) => ({ name, body }));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ body }) => !/<<: \*(?:limits|hub)$/m.test(body))).toEqual([]);
  const ports = named.flatMap(({ body }) => body.match(/^ {6}- "[^"]*:\d+"$/gm) ?? []);
  expect(ports.length).toBe(4);
  expect(
    ports.filter((port) => !/"(?:127\.0\.0\.1|\$\{PUBLISH_ADDRESS:-127\.0\.0\.1\}):/.test(port)),
  ).toEqual([]);
});
