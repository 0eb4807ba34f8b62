import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { registeredPlugins } from '../services/ingest/plugins/registered.ts';
import { temporaryFolder } from '../shared/backup/testing/open-backup-test.ts';
import { countKey } from '../shared/count-key.ts';
import { eventually } from '../shared/projection/testing/eventually.ts';
import { atEnd } from './support/at-end.ts';
import { startTestHub } from './support/hub/hub.ts';
import { createHubClient } from './support/hub/hub-client.ts';
import { freePort } from './support/hub/hub-process.ts';
import { projectRoot } from './support/source-tree.ts';

// What is handed to systemd, Caddy and Docker; compose itself is run by deployment.test.ts.

const run = promisify(execFile);
const read = (path: string) => readFileSync(`${projectRoot}infra/${path}`, 'utf8');
const has = (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    () => false,
  );
const hasSystemd = await has('systemd-analyze', '--version');
const hasCaddy = await has('caddy', 'version');

/** Of ten, by systemd's own rating; what runs as root without any of it has 9.6. */
const exposureMax = 2;

test.skipIf(!hasSystemd)('systemd takes the unit, and rates it well locked in', async () => {
  const unit = join(await temporaryFolder(), 'guild-hub.service');
  // The Node of this machine may be elsewhere.
  await writeFile(unit, read('systemd/guild-hub.service').replace('/usr/bin/node', process.execPath));
  const { stdout, stderr } = await run('systemd-analyze', ['verify', unit]);
  expect(stdout + stderr).toBe('');
  const threshold = `--threshold=${exposureMax * 10}`;
  await run('systemd-analyze', ['security', '--offline=true', '--no-pager', threshold, unit]);
});

test('Caddy leads every path of a plugin to ingest', () => {
  const [, paths = ''] = /@plugins path (.*)/.exec(read('caddy/compose.Caddyfile')) ?? [];
  const prefixes = paths.split(' ').map((path) => path.replace(/\*$/, ''));
  const urls = registeredPlugins.flatMap((plugin) => plugin.paths.map(({ url }) => url));
  expect(urls.filter((url) => !prefixes.some((prefix) => url.startsWith(prefix)))).toEqual([]);
});

test.skipIf(!hasCaddy)(
  'behind Caddy the hub sees the client, and not what the client says of itself',
  async () => {
    for (const file of ['Caddyfile', 'compose.Caddyfile']) {
      await run('caddy', [
        'validate',
        '--adapter',
        'caddyfile',
        '--config',
        `${projectRoot}infra/caddy/${file}`,
      ]);
    }
    const hubSecret = randomBytes(32);
    const [, hops = ''] = /TRUST_PROXY_HOPS=(\d)/.exec(read('caddy/Caddyfile')) ?? [];
    const hub = await startTestHub({
      settings: { HUB_SECRET: hubSecret.toString('base64'), TRUST_PROXY_HOPS: hops },
    });
    const port = await freePort();
    const recipe = read('caddy/Caddyfile')
      .replaceAll('hub.example.org', `http://127.0.0.1:${port}`)
      .replace('127.0.0.1:3000', new URL(hub.url).host);
    const file = join(await temporaryFolder(), 'Caddyfile');
    await writeFile(file, `{\n\tadmin off\n}\n${recipe}`);
    const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { stdio: 'ignore' });
    const ended = once(caddy, 'exit');
    atEnd(async () => {
      caddy.kill('SIGTERM');
      await ended;
    });
    const origin = `http://127.0.0.1:${port}`;
    const token = await hub.pair(await hub.addMember('Quill'));
    const forged = { 'x-forwarded-for': '203.0.113.9' };
    await eventually(async () => {
      expect((await createHubClient(origin).report(token, {}, forged)).status).toBe(200);
    });
    await eventually(async () => {
      expect(await hub.database.one({ text: 'select client, forwarded from hub.plugin_seen' })).toEqual({
        client: countKey(hubSecret, 'client', '127.0.0.1'),
        forwarded: 1,
      });
    });
    expect((await fetch(`${origin}/metrics`)).status).toBe(404);
    expect((await fetch(`${origin}/api/health`)).status).toBe(200);
  },
);

test('the image names no architecture, and ends as nobody special', () => {
  const image = read('Dockerfile');
  expect(image).not.toMatch(/x64|amd64|x86|arm|aarch/i);
  expect(image.match(/^USER .*$/gm)?.at(-1)).toBe('USER node');
});

test('every container of compose has limits, and is published to this machine at most', () => {
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
