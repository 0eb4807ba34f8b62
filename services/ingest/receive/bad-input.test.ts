import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { onceAFile } from '../../../test/support/at-end.ts';
import { type HaBody, haFixture } from '../plugins/ha-exporter/testing/ha-reports.ts';
import { openTestIngest, type TestIngest } from '../testing/open-test-ingest.ts';

async function openPaired(): Promise<{ ingest: TestIngest; token: string }> {
  const ingest = await openTestIngest();
  return { ingest, token: await ingest.pair(await ingest.addMember('Quill')) };
}

/** For tests that need only the answers. */
const paired = onceAFile(openPaired);

function nested(depth: number): string {
  return `{"player":{"name":"Quillon Fen"},"deep":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
}

function sized(bytes: number): string {
  const empty = '{"player":{"name":"Quillon Fen"},"pad":""}';
  return empty.replace('""}', `"${'x'.repeat(bytes - empty.length)}"}`);
}

/** All cases of a test share a hub, because a hub is slow to open. */
type Cases<Case> = readonly (readonly [string, Case, number])[];

const bodies: Cases<string | Buffer> = [
  ['nothing', '', 400],
  ['broken JSON', '{"player":', 400],
  ['a list', '[]', 400],
  ['a number', '7', 400],
  ['null', 'null', 400],
  ['text', '"hello"', 400],
  ['256 KiB', sized(256 * 1024), 200],
  ['257 KiB', sized(257 * 1024), 413],
  ['32 levels', nested(32), 200],
  ['33 levels', nested(33), 413],
  ['100,000 levels', '['.repeat(100_000), 413],
  ['brackets within a string', `{"player":{"name":"Quillon Fen"},"x":"\\"${'['.repeat(99)}"}`, 200],
  ['a key called __proto__', '{"__proto__":{"a":1},"player":{"__proto__":1,"name":"Quillon Fen"}}', 200],
  ['bytes that are no UTF-8', Buffer.from('{"player":{"name":"Qu\xff\xfe"}}', 'latin1'), 200],
];

const snapshot = JSON.stringify(haFixture('ha-snapshot'));
const encodings: Cases<readonly [string, Buffer]> = [
  ['gzip', ['gzip', gzipSync(snapshot)], 200],
  [
    'gzip in two members',
    ['gzip', Buffer.concat([gzipSync(snapshot.slice(0, -9)), gzipSync(snapshot.slice(-9))])],
    200,
  ],
  ['gzip in capitals', ['GZIP', gzipSync(snapshot)], 200],
  ['a body that claims to be gzip', ['gzip', Buffer.from('{"player":{}}')], 400],
  ['cut gzip', ['gzip', gzipSync(snapshot).subarray(0, 200)], 400],
  ['a gzip bomb', ['gzip', gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '))], 413],
  ['an unknown encoding', ['br', Buffer.from('{}')], 415],
  ['the encoding identity', ['identity', Buffer.from('{}')], 200],
];

describe('a body', () => {
  it('is refused as the specification says, or accepted and stored', async () => {
    const { ingest, token } = await openPaired();
    for (const [name, body, status] of bodies) {
      const { statusCode } = await ingest.report(token, body);
      expect([name, statusCode]).toEqual([name, status]);
    }
    const accepted = bodies.filter(([, , status]) => status === 200);
    expect(await ingest.read('hub.raw')).toHaveLength(accepted.length);
  });

  it('is unpacked within the same limits', async () => {
    const { ingest, token } = paired();
    for (const [name, [encoding, body], status] of encodings) {
      const { statusCode } = await ingest.report(token, body, { headers: { 'content-encoding': encoding } });
      expect([name, statusCode]).toEqual([name, status]);
    }
  });

  it('is read as JSON with any content type', async () => {
    const { ingest, token } = await openPaired();
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      '?',
      '',
      undefined,
    ];
    for (const type of types) {
      const { statusCode } = await ingest.report(token, haFixture('ha-loot'), {
        headers: { 'content-type': type },
      });
      expect([type, statusCode]).toEqual([type, 200]);
    }
    expect(await ingest.read('hub.feed')).toHaveLength(types.length);
  });
});

const wrongParts: readonly (readonly [string, (body: HaBody) => unknown])[] = [
  ['wrong types in one section', ({ player }) => Object.assign(player, { inventory: 'full' })],
  ['a 25th skill', ({ player }) => Object.assign(player.stats.skills, { Shamanism: { xp: 1, level: 1 } })],
  ['an unknown account type', ({ player }) => Object.assign(player, { accountType: '99' })],
  [
    'NUL and a lone surrogate in names',
    ({ player }) => {
      player.name = 'Q\0u\ud800';
      player.inventory.items[0].name = '\udfff\0';
    },
  ],
  [
    'NUL and a lone surrogate in an event',
    ({ events }) => Object.assign(events[0].data.source, { text: '\0\ud800' }),
  ],
  [
    'ages-old timestamps',
    (body) => {
      body.timestamp = -1;
      body.events[0].timestamp = 0;
      body.player.locationTrail[0].timestamp = 1;
    },
  ],
  [
    'future timestamps',
    (body) => {
      body.timestamp = 9e15;
      body.events[0].timestamp = 1e300;
      body.player.locationTrail[0].timestamp = 9e15;
    },
  ],
  [
    'prices above 2^53',
    ({ player, events }) => {
      player.inventory.items[0].gePrice = 2 ** 53 + 2;
      events[0].data.totalValue = 2 ** 60;
    },
  ],
  ['fields that are null', ({ player }) => Object.assign(player, { health: null, location: { x: null } })],
];

describe('a wrong value in a report', () => {
  it('loses at most itself: all other values are kept', async () => {
    const { ingest, token } = await openPaired();
    for (const [index, [name, change]] of wrongParts.entries()) {
      // Another account for each case, so that no fact is left out as unchanged.
      const body = haFixture('ha-loot');
      body.player.accountHash = body.player.accountHash.replace(/^./, String(index));
      change(body);
      const { statusCode } = await ingest.report(token, body);
      expect([name, statusCode]).toEqual([name, 200]);
      const feed = await ingest.read('hub.feed');
      expect([name, feed.length]).toEqual([name, index + 1]);
      const { occurred_at }: HaBody = feed[index]?.data ?? {};
      expect([name, ingest.now - occurred_at >= 0, ingest.now - occurred_at <= 15 * 60_000]).toEqual([
        name,
        true,
        true,
      ]);
    }
    const state = await ingest.read('hub.state');
    const equipped = state.filter(({ type }) => type === 'equipment-reported');
    const trained = state.filter(({ type }) => type === 'skill-reported');
    expect([equipped.length, trained.length]).toEqual([wrongParts.length, wrongParts.length * 24 + 1]);
  });

  it('is counted by kind', async () => {
    const { ingest, token } = await openPaired();
    const body = haFixture('ha-snapshot');
    body.player.location = 'here';
    body.player.inventory.items[0].id = 'x';
    await ingest.report(token, body);
    const text = await ingest.metrics.getSingleMetricAsString('hub_ingest_skipped_total');
    expect(text).toContain('hub_ingest_skipped_total{kind="location"} 1');
    expect(text).toContain('hub_ingest_skipped_total{kind="item"} 1');
  });
});

const versions: Cases<string | undefined> = [
  ['an old one', '1.4.9', 400],
  ['a major one', '1', 400],
  ['a very old one', '0.9', 400],
  ['the oldest version that is accepted', '1.5', 200],
  ['a patch', '1.5.0', 200],
  ['two digits', '1.10.0', 200],
  ['a beta', 'v2.0.0-beta', 200],
  ['an unreadable version', 'dev', 200],
  ['none', undefined, 200],
];

describe('a request', () => {
  it('with GET gets a 400 that names the address to enter', async () => {
    const { ingest } = paired();
    const app = ingest.openIngest({ publicUrl: 'https://hub.example/' });
    for (const endpoint of ['pair', 'events']) {
      const answer = await app.inject({ url: `/api/osrs-data/${endpoint}` });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error).toContain(`POST https://hub.example/api/osrs-data/${endpoint} `);
    }
  });

  it('with GET gets an address with the scheme of the client, as the trusted proxies report it', async () => {
    const { ingest } = paired();
    const proxied = ingest.openIngest({ trustProxyHops: 1 });
    const known = ingest.openIngest({ trustProxyHops: 1, publicUrl: 'http://hub.lan' });
    const direct = ingest.openIngest();
    const cases = [
      ['https', proxied, 'https', 'https://hub.example'],
      ['capitals', proxied, 'HTTPS', 'https://hub.example'],
      ['http', proxied, 'http', 'http://hub.example'],
      ['none', proxied, undefined, 'http://hub.example'],
      ['with the last value from the proxy', proxied, 'http, https', 'https://hub.example'],
      ['another', proxied, 'gopher', 'http://hub.example'],
      ['a whole address', proxied, 'https://evil.example/?', 'http://hub.example'],
      ['without a proxy', direct, 'https', 'http://hub.example'],
      ['with PUBLIC_URL', known, 'https', 'http://hub.lan'],
    ] as const;
    for (const [name, app, scheme, origin] of cases) {
      const headers = {
        host: 'hub.example',
        ...(scheme !== undefined && { 'x-forwarded-proto': scheme }),
      };
      const answer = await app.inject({ url: '/api/osrs-data/events', headers });
      expect([name, answer.json().error]).toEqual([
        name,
        `This address takes POST ${origin}/api/osrs-data/events only. A redirect may have turned the POST into a GET: enter ${origin} in the plugin.`,
      ]);
    }
  });

  it('of a plugin older than 1.5 is refused as outdated', async () => {
    const { ingest, token } = paired();
    for (const [name, version, status] of versions) {
      const headers = { 'x-osrs-exporter-version': version };
      const answer = await ingest.report(token, { player: {} }, { headers });
      expect([name, answer.statusCode, answer.json().code]).toEqual([
        name,
        status,
        status === 400 ? 'plugin_outdated' : undefined,
      ]);
    }
  });

  it('without the token of a device gets a 401', async () => {
    const { ingest, token } = await openPaired();
    for (const sent of [undefined, '', '0'.repeat(64), 'a'.repeat(5_000), `${token} `.repeat(2)]) {
      const answer = await ingest.report(token, haFixture('ha-loot'), { headers: { 'x-osrs-token': sent } });
      expect(answer.statusCode).toBe(401);
    }
    expect(await ingest.read('hub.raw')).toEqual([]);
  });
});
