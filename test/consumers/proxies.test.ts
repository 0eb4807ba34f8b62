import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Category } from '../../shared/domain/category.ts';
import { onceAFile } from '../support/at-end.ts';
import { startTestHub } from '../support/hub/hub.ts';
import { sampleReport } from '../support/hub/sample-report.ts';
import { isInstalled } from '../support/is-installed.ts';
import { codeBlock } from './installed-client.ts';
import { startCaddy, startNginx } from './proxy-servers.ts';

const hasCaddy = await isInstalled('caddy', 'version');
const hasNginx = await isInstalled('/usr/sbin/nginx', '-v');

const [caddySite, nginxLocations, cacheLines] = (await Promise.all(
  ['caddy', 'nginx', 'nginx-cache'].map((label) => codeBlock('docs/reference/proxies.md', label)),
)) as [string, string, string];

const withEncode = caddySite.replace('\treverse_proxy', '\tencode gzip zstd\n\treverse_proxy');
const withGzip =
  'gzip on;\n  gzip_proxied any;\n  gzip_vary on;\n  gzip_types application/json;\n  gzip_min_length 20;';
const cached = nginxLocations.replace('proxy_http_version', `${cacheLines}proxy_http_version`);
const cachePath = 'proxy_cache_path FOLDER/cache keys_zone=hub:1m max_size=10m;';

interface Case {
  readonly name: string;
  readonly isThere: boolean;
  readonly start: (hubUrl: string) => Promise<string>;
}

const cases: readonly Case[] = [
  { name: 'no proxy', isThere: true, start: async (hub) => hub },
  { name: 'Caddy', isThere: hasCaddy, start: (hub) => startCaddy(hub, caddySite) },
  { name: 'Caddy with encode', isThere: hasCaddy, start: (hub) => startCaddy(hub, withEncode) },
  { name: 'nginx', isThere: hasNginx, start: (hub) => startNginx(hub, { server: nginxLocations }) },
  {
    name: 'nginx with gzip',
    isThere: hasNginx,
    start: (hub) => startNginx(hub, { server: nginxLocations, http: withGzip }),
  },
  {
    name: 'nginx with a cache',
    isThere: hasNginx,
    start: (hub) => startNginx(hub, { server: cached, http: cachePath }),
  },
];

const opened = onceAFile(async () => {
  const hub = await startTestHub({
    settings: { TRUST_PROXY_HOPS: '1', METRICS_TOKEN: 'metrics-token-of-the-test' },
  });
  const token = await hub.pair(await hub.addMember('Quill'));
  await hub.report(token, await sampleReport('ha-snapshot'));
  await hub.projected();
  /** `/snapshot` takes one request a second of each key; keys with equal rights get equal ETags. */
  const authorize = async (...rights: Category[]) =>
    `Bearer ${await hub.makeKey(rights.length === 0 ? {} : { categories: rights })}`;
  return { url: hub.url, authorize };
});

describe.each(cases)('through $name', ({ name, isThere, start }) => {
  const origin = onceAFile(async () => (isThere ? start(opened().url) : ''));
  const api = (path: string, headers: Readonly<Record<string, string>>, method = 'GET') =>
    ask(`${origin()}${path}`, headers, method);
  const run = test.skipIf(!isThere);

  run(`a 304 has no body and keeps its headers, in each encoding (through ${name})`, async () => {
    const { authorize } = opened();
    const snapshot = async (encoding: string, more = {}) =>
      api('/api/v1/snapshot', {
        authorization: await authorize(),
        'accept-encoding': encoding,
        ...more,
      });
    const whole = await snapshot('gzip');
    const etag = String(whole.headers.etag);
    expect(whole.headers).toMatchObject({
      etag: expect.stringMatching(/^W\/".*\.f"$/),
      'content-encoding': 'gzip',
      'cache-control': 'private, no-cache',
      'access-control-allow-origin': '*',
      'last-modified': expect.any(String),
    });
    expect(whole.vary).toEqual(expect.arrayContaining(['accept-encoding', 'authorization']));
    for (const encoding of ['gzip', 'identity']) {
      const again = await snapshot(encoding, { 'if-none-match': etag });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
      expect(again.headers).toMatchObject({
        'x-ratelimit-limit': '6000',
        'access-control-expose-headers': expect.stringContaining('ETag'),
      });
    }
    const { status, headers, json } = await snapshot('identity');
    expect([status, headers['content-encoding'], headers.etag]).toEqual([200, undefined, etag]);
    expect(json().data).toEqual(whole.json().data);
  });

  run(`different keys never share an answer from the same URL (through ${name})`, async () => {
    const { authorize } = opened();
    for (const path of ['/api/v1/snapshot', '/api/v1/me', '/api/v1/snapshot', '/api/v1/me']) {
      const [all, few] = [await authorize(), await authorize('activity')];
      const answers = [];
      for (const authorization of [all, few, 'Bearer hub_unknown_key']) {
        answers.push(await api(path, { authorization, 'accept-encoding': 'gzip' }));
      }
      const [ofAll, ofFew, ofNobody] = answers;
      expect([ofAll?.status, ofFew?.status, ofNobody?.status]).toEqual([200, 200, 401]);
      expect(ofNobody?.headers['www-authenticate']).toBe('Bearer');
      expect(ofAll?.json().data).not.toEqual(ofFew?.json().data);
    }
  });

  run(`long answers and the document are packed only if gzip is accepted (through ${name})`, async () => {
    const authorization = await opened().authorize();
    const accounts = await api('/api/v1/accounts', { authorization });
    const detail = `/api/v1/accounts/${accounts.json().data[0].id}`;
    // A cache answers the second time.
    for (const path of [detail, '/api/v1/openapi.json', '/api/v1/openapi.json']) {
      const packed = await api(path, { authorization, 'accept-encoding': 'gzip' });
      const plain = await api(path, { authorization, 'accept-encoding': 'identity' });
      expect([packed.headers['content-encoding'], plain.headers['content-encoding']]).toEqual([
        'gzip',
        undefined,
      ]);
      for (const { vary } of [packed, plain]) expect(vary).toContain('accept-encoding');
      expect(packed.body.length).toBeLessThan(plain.body.length / 2);
      const [one, other] = [packed.json(), plain.json()];
      expect(one.data ?? one).toEqual(other.data ?? other);
    }
  });

  run(`HEAD has no body, its ETag works, and limits stay readable (through ${name})`, async () => {
    const authorization = await opened().authorize();
    const head = await api('/api/v1/snapshot', { authorization, 'accept-encoding': 'gzip' }, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    const tooSoon = await api('/api/v1/snapshot', { authorization });
    expect([tooSoon.status, tooSoon.headers['retry-after']]).toEqual([429, '1']);
    expect(tooSoon.headers['cache-control']).toBe('no-store');
    const held = await api(
      '/api/v1/snapshot',
      { authorization: await opened().authorize(), 'if-none-match': String(head.headers.etag) },
      'HEAD',
    );
    expect([held.status, held.headers['content-length']]).toEqual([304, undefined]);
  });

  if (name === 'no proxy') return;
  run(`metrics are not public (through ${name})`, async () => {
    const authorization = 'Bearer metrics-token-of-the-test';
    expect((await ask(`${opened().url}/metrics`, { authorization })).status).toBe(200);
    expect((await api('/metrics', { authorization })).status).toBe(404);
  });

  if (name !== 'nginx with a cache') return;
  run('the cache answers for the document, and for nothing else', async () => {
    const authorization = await opened().authorize();
    const states = [];
    for (const path of ['/api/v1/openapi.json?x=1', '/api/v1/openapi.json?x=1', '/api/v1/me', '/api/v1/me']) {
      states.push((await api(path, { authorization, 'accept-encoding': 'gzip' })).headers['x-cache']);
    }
    expect(states).toEqual(['MISS', 'HIT', 'MISS', 'MISS']);
  });
});

describe.skipIf(!hasNginx)('an nginx cache that the recipe warns about', () => {
  test('loses the 304 without the header that the recipe passes on', async () => {
    const server = cached.replace(/proxy_set_header If-None-Match .*\n/, '');
    expect(server).not.toBe(cached);
    const origin = await startNginx(opened().url, { server, http: cachePath });
    const { headers } = await ask(`${origin}/api/v1/snapshot`, { authorization: await opened().authorize() });
    const again = await ask(`${origin}/api/v1/snapshot`, {
      authorization: await opened().authorize(),
      'if-none-match': String(headers.etag),
    });
    expect(again.status).toBe(200);
  });

  test('gives the answer for one key to another key when the cache ignores Cache-Control', async () => {
    const server = cached.replace(
      'proxy_cache hub;',
      '$& proxy_ignore_headers Cache-Control; proxy_cache_valid 1m;',
    );
    const origin = await startNginx(opened().url, { server, http: cachePath });
    const me = async () => ask(`${origin}/api/v1/me`, { authorization: await opened().authorize() });
    expect((await me()).json().data.key.id).toBe((await me()).json().data.key.id);
  });
});

/** `fetch` would unpack the answer and choose encodings. */
async function ask(url: string, headers: Readonly<Record<string, string>>, method = 'GET') {
  const asked = request(url, { method, headers, agent: false });
  asked.end();
  const [answer] = await once(asked, 'response');
  const body: Buffer = await buffer(answer);
  const received: IncomingHttpHeaders = answer.headers;
  const isPacked = received['content-encoding'] === 'gzip';
  return {
    status: answer.statusCode as number,
    headers: received,
    vary: (received.vary ?? '').toLowerCase().split(/,\s*/),
    body,
    json: () => JSON.parse(String(isPacked ? gunzipSync(body) : body)),
  };
}
