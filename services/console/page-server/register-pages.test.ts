import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { type FastifyInstance, fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { pagePaths, pagePatterns } from '../page-paths.ts';
import type { PageSettings } from '../page-settings.ts';
import { registerPages } from './register-pages.ts';

const script = `console.log('${'a page '.repeat(400)}');`;
const builtPage = `<title>x</title><meta name="hub-settings" content="">
  <link rel="icon" type="x" href="./assets/i.svg"><link rel="apple-touch-icon" href="./assets/i.png">
  <script src="./assets/main-x1.js"></script>`;
const plain: PageSettings = {
  hubName: 'The Guild',
  isNamed: true,
  mapTiles: null,
  itemIcon: null,
  senders: {},
};

test('every address of a page answers the same page, and no other address does', async () => {
  const app = await openConsole();
  const { live, events } = pagePaths;
  const index = await app.inject(live);
  expect([index.statusCode, index.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const path of pagePatterns) {
    const answer = await app.inject(`${path.replace(':id', '4fK2mQ9xTz0b')}?skill=slayer`);
    expect([answer.statusCode, answer.body], path).toEqual([200, index.body]);
  }
  const others = [
    '/api',
    '/api/v1/me',
    '/api/osrs-data/events',
    '/docs/api',
    '/metrics',
    '/health',
    '/accounts',
    '/x',
  ];
  for (const path of [...others, '/index.html', '/assets/', '/assets/../index.html', '/assets/none.js']) {
    expect((await app.inject(path)).statusCode, path).toBe(404);
  }
  expect((await app.inject({ method: 'POST', url: events })).statusCode).toBe(404);
});

test('addresses that almost match a page lead to the page', async () => {
  const app = await openConsole();
  for (const [typed, page] of [
    ['/admin', '/admin/members'],
    ['/admin/', '/admin/members'],
    ['/events/?types=death', '/events?types=death'],
    ['/leaderboards/', '/leaderboards'],
    ['/admin/hub/', '/admin/hub'],
    ['/accounts/4fK2mQ9xTz0b/', '/accounts/4fK2mQ9xTz0b'],
    ['/accounts/4fK2mQ9xTz0b/names?as=guild', '/accounts/4fK2mQ9xTz0b/history?as=guild'],
    ['/accounts/%2F%2Felsewhere.example/', '/accounts/%2F%2Felsewhere.example'],
  ] as const) {
    const { statusCode, headers } = await app.inject(typed);
    expect([statusCode, headers.location], typed).toEqual([302, page]);
  }
});

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('at an unknown address, browsers get the page with a 404; other clients and API addresses get JSON', async () => {
  const app = await openConsole();
  const index = await app.inject('/');
  for (const url of ['/x', '/accounts', '/admin/none', '/apis', '/index.html']) {
    const answer = await app.inject({ url, headers: browser });
    expect([answer.statusCode, answer.body], url).toEqual([404, index.body]);
    for (const name of ['content-type', 'content-security-policy', 'x-content-type-options']) {
      expect(answer.headers[name], `${url}: ${name}`).toBe(index.headers[name]);
    }
    expect(answer.headers.etag).toBeUndefined();
    expect((await app.inject({ url, headers: { accept: '*/*' } })).json(), url).toHaveProperty('message');
    expect((await app.inject({ method: 'POST', url, headers: browser })).json()).toHaveProperty('message');
  }
  for (const url of ['/api', '/api?x', '/api/', '/api/v1/x', '/api/osrs-data/x', '/console/api/x']) {
    expect((await app.inject({ url, headers: browser })).json(), url).toHaveProperty('message');
  }
});

test('a browser asks for the page again each time, and gets a 304 when it has the page', async () => {
  const app = await openConsole();
  const { headers } = await app.inject('/');
  expect(headers['cache-control']).toBe('no-cache');
  const again = await app.inject({ url: '/events', headers: { 'if-none-match': String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('files are kept for a year, and come compressed', async () => {
  const app = await openConsole();
  const asked = async (encoding: string) =>
    app.inject({ url: '/assets/main-x1.js', headers: { 'accept-encoding': encoding } });
  const whole = await asked('identity');
  expect(whole.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(whole.body).toBe(script);
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const packed = await asked(encoding);
    expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual([encoding, 'accept-encoding']);
    expect(unpack(packed.rawPayload).toString()).toBe(script);
  }
});

test('the policy allows only content of the hub, and no other page frames the page', async () => {
  const { headers } = await (await openConsole()).inject('/');
  const policy = String(headers['content-security-policy']);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  for (const directive of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]) {
    expect(policy.split('; ')).toContain(directive);
  }
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('the worker of the pages has the policy of its script, and may load and request nothing', async () => {
  const { headers } = await (await openConsole()).inject('/assets/main-x1.js');
  expect(headers['content-security-policy']).toBe("default-src 'none'");
});

test('the policy allows picture sources that settings name, but no scripts from them', async () => {
  const app = await openConsole({
    ...plain,
    mapTiles: 'https://tiles.example.org:8443/{zoom}/{plane}_{x}_{y}.png',
    itemIcon: 'https://icons.example.org/{id}.png',
  });
  const policy = String((await app.inject('/')).headers['content-security-policy']);
  expect(policy.match(/https?:[^ ;]+/g)).toEqual([
    'https://tiles.example.org:8443',
    'https://icons.example.org',
  ]);
  expect(policy).toMatch(/img-src [^;]*https:\/\/tiles\.example\.org:8443/);
});

test('settings appear in the page as text, whatever they contain', async () => {
  const hubName = '"><script>alert(1)</script>&$&';
  const { body } = await (await openConsole({ ...plain, hubName })).inject('/');
  expect(body).not.toContain('<script>alert');
  expect(body).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;$&amp;</title>');
  const content = /name="hub-settings" content="([^"]*)"/.exec(body)?.[1] ?? '';
  const decoded = content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  expect(JSON.parse(decoded.replaceAll('&amp;', '&'))).toMatchObject({ hubName });
});

test('below a path, the page names its files and redirects with the path', async () => {
  const app = await openConsole(plain, 'https://guild.example/games/hub');
  expect((await app.inject('/')).body).toContain('<script src="/games/hub/assets/main-x1.js">');
  expect((await (await openConsole()).inject('/')).body).toContain('<script src="/assets/main-x1.js">');
  for (const [typed, page] of [
    ['/admin', '/games/hub/admin/members'],
    ['/events/?types=death', '/games/hub/events?types=death'],
  ] as const)
    expect((await app.inject(typed)).headers.location, typed).toBe(page);
});

test('the page itself has nothing that its policy forbids', async () => {
  const html = await readFile(new URL('../pages/index.html', import.meta.url), 'utf8');
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=|https?:/);
});

test('when the pages are not built, their addresses say how to build them', async () => {
  const app = fastify();
  await registerPages(app, { settings: plain, folder: join(tmpdir(), 'no-such-folder') });
  const answer = await app.inject('/');
  expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('npm run build:pages')]);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('the pages name a web app manifest with the name of the hub and its icons', async () => {
  const app = await openConsole(plain, 'https://guild.example.org/hub');
  expect((await app.inject('/')).body).toContain('<link rel="manifest" href="/hub/manifest.webmanifest">');
  const { headers, body } = await app.inject('/manifest.webmanifest');
  expect(headers['content-type']).toContain('application/manifest+json');
  expect(JSON.parse(body)).toMatchObject({
    name: 'The Guild',
    start_url: '/hub/',
    display: 'standalone',
    icons: [
      { src: '/hub/assets/i.svg', sizes: 'any' },
      { src: '/hub/assets/i.png', sizes: '512x512' },
    ],
  });
});

/** With a page of the test, because the built pages may be missing. */
async function openConsole(settings = plain, publicUrl?: string): Promise<FastifyInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-console-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'assets', 'main-x1.js');
  await mkdir(join(folder, 'assets'));
  await Promise.all([
    writeFile(join(folder, 'index.html'), builtPage),
    writeFile(file, script),
    writeFile(`${file}.br`, brotliCompressSync(script)),
    writeFile(`${file}.gz`, gzipSync(script)),
  ]);
  const app = fastify();
  onTestFinished(() => app.close());
  await registerPages(app, { settings, publicUrl, folder });
  return app;
}
