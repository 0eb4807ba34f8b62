import { once } from 'node:events';
import { type AddressInfo, createConnection } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { setReporterBlocked } from '../../../../projections/access/commands/accounts/change-account.ts';
import { readCurrent } from '../../../../projections/access/commands/append-and-wait.ts';
import { identityKey } from '../../../../projections/access/model/entities.ts';
import { pause } from '../../../../shared/async/waiting.ts';
import type { IdentitySource } from '../../../../shared/domain/account-id.ts';
import { eventually } from '../../../../shared/projection/testing/eventually.ts';
import {
  countRecords,
  defaultLimits,
  openTestIngest,
  type TestIngest,
} from '../../testing/open-test-ingest.ts';
import { haFixture } from '../ha-exporter/testing/ha-reports.ts';
import { dink } from './adapter.ts';
import { type DinkBody, dinkFixture } from './testing/dink-messages.ts';

const boundary = 'b0undary';

async function openPaired(deps: Parameters<typeof openTestIngest>[0] = {}) {
  const ingest = await openTestIngest(deps);
  const member = await ingest.addMember('Quill');
  const token = await ingest.pair(member);
  return { ingest, member, token, app: ingest.openIngest(deps) };
}

function post(app: FastifyInstance, token: string, body: DinkBody, headers: Record<string, string> = {}) {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return app.inject({ method: 'POST', url: `/api/dink/${token}`, payload, headers: { ...type, ...headers } });
}

const asUpload = { 'content-type': `multipart/form-data; boundary=${boundary}` };

function upload(body: DinkBody, fileBytes: number): Buffer {
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n`),
    Buffer.from(JSON.stringify(body)),
    Buffer.from(
      `\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    Buffer.alloc(fileBytes, 7),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

function madeNow(ingest: TestIngest, name: string, change: (body: DinkBody) => void = () => {}): DinkBody {
  const body = dinkFixture(name);
  const [embed] = body.embeds;
  if (embed !== undefined) embed.timestamp = new Date(ingest.now - 1_000).toISOString();
  change(body);
  return body;
}

describe('a message', () => {
  it('is accepted as JSON and as an upload, with the same result', async () => {
    const { ingest, token, app } = await openPaired();
    const body = madeNow(ingest, 'dink-loot-npc');
    expect((await post(app, token, body)).statusCode).toBe(200);
    const first = await countRecords(ingest);
    expect(first).toMatchObject({ 'hub.raw': 1, 'hub.feed': 1, 'hub.activity': 1 });
    expect((await post(app, token, upload(body, 1_000_000), asUpload)).statusCode).toBe(200);
    expect(await countRecords(ingest)).toEqual({ ...first, 'hub.raw': 2, 'hub.feed': 2 });
    const [json, uploaded] = await ingest.read('hub.feed');
    expect(uploaded?.data).toEqual(json?.data);
    const [raw, rawUploaded] = await ingest.read('hub.raw');
    expect(rawUploaded?.data).toEqual(raw?.data);
    const { dinkAccountHash, ...stored } = body;
    expect(raw?.data).toMatchObject({ plugin: 'dink', body: JSON.stringify(stored) });
  });

  it('is stored with the version of its plugin', async () => {
    const { ingest, token, app } = await openPaired();
    const client = { 'user-agent': 'RuneLite/1.12.30-0123abc (Dink/1.14.2)' };
    const body = madeNow(ingest, 'dink-loot-npc');
    await post(app, token, body, client);
    await post(app, token, upload(body, 10), { ...asUpload, ...client });
    await post(app, token, body);
    const versions = ['1.14.2', '1.14.2', null].map((plugin_version) => ({ data: { plugin_version } }));
    expect(await ingest.read('hub.raw')).toMatchObject(versions);
  });

  it('that is ignored on purpose is not stored and not retried', async () => {
    const { ingest, token, app } = await openPaired();
    const before = await countRecords(ingest);
    for (const body of [dinkFixture('dink-trade'), { content: 'hello' }, { type: 'QUEST' }]) {
      const { statusCode, body: text } = await post(app, token, body);
      // A message without a player is stored for support.
      expect([statusCode, text]).toEqual(body.type === 'QUEST' ? [200, '{"ok":true}'] : [204, '']);
    }
    expect(await countRecords(ingest)).toEqual({
      ...before,
      'hub.raw': 1,
      'hub.membership': expect.anything(),
    });
  });

  it.each<[string, number, Buffer | string, Record<string, string>]>([
    ['that is no JSON', 400, '{"type"', {}],
    ['that is damaged', 400, upload({ type: 'QUEST' }, 10).subarray(0, 90), asUpload],
    ['without a message', 400, upload({ type: 'QUEST' }, 10), { 'content-type': 'multipart/form-data' }],
    ['of more than 256 KiB', 413, upload({ type: 'QUEST', extra: 'x'.repeat(270_000) }, 10), asUpload],
  ])('%s is refused with the status %i', async (_, status, body, headers) => {
    const { token, app } = await openPaired();
    expect((await post(app, token, body, headers)).statusCode).toBe(status);
  });

  it('of a known device never gets a 401, and is retried after a temporary fault', async () => {
    const { ingest, token, app } = await openPaired();
    const body = madeNow(ingest, 'dink-loot-npc');
    await post(app, token, body);
    const append = () => new Promise<never>(() => {});
    const stuck = ingest.openIngest({ deadlineMs: 300, journal: { ...ingest.journal, append } });
    expect((await post(stuck, 'f'.repeat(64), body)).statusCode).toBe(401);
    const { statusCode, headers } = await post(stuck, token, body);
    expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
  });

  it('of an account whose owner blocked the member is not retried', async () => {
    const { ingest, token, app } = await openPaired();
    await post(app, token, madeNow(ingest, 'dink-quest'));
    const bram = await ingest.addMember('Bram');
    const other = await ingest.pair(bram);
    const [accountId = ''] = (await readCurrent(ingest)).accounts.keys();
    await ingest.runCommand((known) =>
      setReporterBlocked(known, { accountId, memberId: bram, blocked: true, actor: 'cli' }),
    );
    await ingest.directory.atLeast((await countRecords(ingest))['hub.membership'] ?? 0, 10_000);
    expect((await post(app, other, madeNow(ingest, 'dink-quest'))).statusCode).toBe(204);
    expect(await ingest.read('hub.feed')).toHaveLength(1);
  });
});

it('a drop with a slow screenshot does not show the player in the game after the logout', async () => {
  const { ingest, token, app } = await openPaired();
  const madeAgo = (name: string, ms: number) =>
    madeNow(ingest, name, (b) => {
      b.embeds[0].timestamp = new Date(ingest.now - ms).toISOString();
    });
  await post(app, token, madeAgo('dink-login', 1_000));
  ingest.now += 60_000;
  await post(app, token, madeAgo('dink-logout', 1_000));
  await post(app, token, madeAgo('dink-loot-npc', 13_000));
  const activity = (await ingest.read('hub.activity')).map(({ type, data }) => ({
    type,
    ...(data as object),
  }));
  expect(activity).toMatchObject([{ in_game: true }, { type: 'session-ended' }, { in_game: false }]);
  expect(await ingest.read('hub.feed')).toHaveLength(1);
});

it('a message without a time counts for presence, unless it may be a retry from before a logout', async () => {
  const { ingest, token, app } = await openPaired();
  const undated = { ...dinkFixture('dink-quest'), embeds: [] };
  const inGame = async () =>
    (await ingest.read('hub.activity')).flatMap(({ type, data }) =>
      type === 'account-seen' ? [(data as { readonly in_game: boolean }).in_game] : [],
    );
  await post(app, token, undated);
  expect(await inGame()).toEqual([true]);
  ingest.now += 60_000;
  await post(app, token, madeNow(ingest, 'dink-logout'));
  ingest.now += 8_000;
  await post(app, token, undated);
  expect(await inGame()).toEqual([true, false]);
  ingest.now += 7_000;
  await post(app, token, undated);
  expect(await inGame()).toEqual([true, false, true]);
});

describe('limits', () => {
  it('accept every message with an event, and refuse too many other messages for a second', async () => {
    const { ingest, token, app } = await openPaired();
    const answers: unknown[] = [];
    for (let sent = 0; sent < 64; sent += 1) {
      const { statusCode, headers } = await post(app, token, dinkFixture('dink-trade'));
      answers.push([statusCode, headers['retry-after']]);
    }
    expect([answers.at(0), answers.at(-1)]).toEqual([
      [204, undefined],
      [429, '1'],
    ]);
    expect((await post(app, token, madeNow(ingest, 'dink-loot-npc'))).statusCode).toBe(200);
  });

  it('that last longer than the retries of Dink cause no retry', async () => {
    const { ingest, token } = await openPaired();
    const app = ingest.openIngest({ limits: { ...defaultLimits, deviceHourlyBytes: 2_000 } });
    const answers: number[] = [];
    for (let sent = 0; sent < 3; sent += 1) {
      answers.push((await post(app, token, madeNow(ingest, 'dink-loot-npc'))).statusCode);
    }
    expect(answers).toEqual([200, 204, 204]);
  });
});

describe('the settings', () => {
  const settingsAt = async (app: FastifyInstance, token: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: `/api/dink/${token}/config`, headers });

  it('send Dink to the hub, at the address of the request', async () => {
    const { ingest, token, app } = await openPaired();
    const proxied = ingest.openIngest({ trustProxyHops: 1 });
    const published = ingest.openIngest({ publicUrl: 'https://hub.example.org/' });
    for (const [served, headers, origin] of [
      [app, { host: 'hub.local:3000' }, 'http://hub.local:3000'],
      [proxied, { host: 'hub.local', 'x-forwarded-proto': 'https' }, 'https://hub.local'],
      [published, { host: 'hub.local' }, 'https://hub.example.org'],
    ] as const) {
      const answer = await settingsAt(served, token, headers);
      expect(answer.statusCode).toBe(200);
      const webhook = `${origin}/api/dink/${token}`;
      expect(answer.json()).toEqual({ discordWebhook: webhook, metadataWebhook: webhook });
    }
  });

  it('have the choices of the address', async () => {
    const { token, app } = await openPaired();
    const url = `/api/dink/${token}/config?leagues=on&footer=off&notifications=on`;
    const settings = (await app.inject({ method: 'GET', url })).json();
    expect(settings).toMatchObject({ notifyLeagues: true, lootEnabled: true });
    expect(settings).not.toHaveProperty('embedFooterText');
  });

  it('are shown as an address without the token to a player who opens the address of messages', async () => {
    const { token, app } = await openPaired();
    const headers = { host: 'hub.example' };
    const answer = await app.inject({ method: 'GET', url: `/api/dink/${token}`, headers });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatch(
      /enter http:\/\/hub\.example\/api\/dink\/:token\/config in the plugin\.$/,
    );
  });

  it('are given to paired devices only', async () => {
    const { app } = await openPaired();
    expect((await settingsAt(app, 'f'.repeat(64))).statusCode).toBe(401);
  });

  it('work when the player pastes them as one address', async () => {
    const { ingest, token } = await openPaired();
    const pasted = dink.pasted?.settingsFor('https://hub.example.org', token);
    expect(pasted?.url).toBe(`https://hub.example.org/api/dink/${token}/config`);
    expect(pasted?.steps.join(' ')).toContain(`https://hub.example.org/api/dink/${token} `);
    const app = ingest.openIngest();
    expect((await app.inject({ method: 'GET', url: new URL(pasted?.url ?? '').pathname })).statusCode).toBe(
      200,
    );
  });
});

describe('the account', () => {
  const haNow = (ingest: TestIngest) => ({ ...haFixture('ha-snapshot'), timestamp: ingest.now });

  async function accountsOf(ingest: TestIngest) {
    const { accounts, identities } = await readCurrent(ingest);
    const idBy = (source: IdentitySource, hash: string) =>
      identities.get(identityKey(source, hash))?.accountId;
    return {
      ids: [...accounts.keys()],
      byHa: idBy('ha_hash', haFixture('ha-snapshot').player.accountHash),
      byDink: idBy('dink_hash', dinkFixture('dink-loot-npc').dinkAccountHash),
    };
  }

  it('is the account that the same member reports with this name through another plugin', async () => {
    const { ingest, token, app } = await openPaired();
    await ingest.report(token, haNow(ingest));
    const body = madeNow(ingest, 'dink-loot-npc', (b) => {
      b.playerName = 'quillon_fen';
    });
    expect((await post(app, token, body)).statusCode).toBe(200);
    const { ids, byHa, byDink } = await accountsOf(ingest);
    expect([byHa, byDink]).toEqual([ids[0], ids[0]]);
    // From now on the hash counts, with any name.
    await post(app, token, { ...body, playerName: 'Renamed' });
    expect((await accountsOf(ingest)).ids).toEqual([byHa]);
  });

  it('is a different account when another member reports the same name', async () => {
    const { ingest, token, app } = await openPaired();
    await ingest.report(token, haNow(ingest));
    const other = await ingest.pair(await ingest.addMember('Bram'));
    expect((await post(app, other, madeNow(ingest, 'dink-loot-npc'))).statusCode).toBe(200);
    const { ids, byHa, byDink } = await accountsOf(ingest);
    expect(new Set([byHa, byDink])).toEqual(new Set(ids));
    expect(ids).toHaveLength(2);
  });

  it('is found by the name when no hash is sent', async () => {
    const { ingest, token, app } = await openPaired();
    const { dinkAccountHash, ...body } = madeNow(ingest, 'dink-loot-npc');
    await ingest.report(token, haNow(ingest));
    await post(app, token, body);
    expect(await accountsOf(ingest)).toEqual({
      ids: [expect.any(String)],
      byHa: expect.any(String),
      byDink: undefined,
    });
  });
});

describe('skills', () => {
  const skillsIn = async (ingest: TestIngest) =>
    (await ingest.read('hub.state')).filter(({ type }) => type === 'skill-reported').length;

  it('count only on a world that another plugin reported as normal', async () => {
    const { ingest, token, app } = await openPaired();
    expect((await post(app, token, madeNow(ingest, 'dink-login'))).statusCode).toBe(200);
    expect(await skillsIn(ingest)).toBe(0);
    const other = haFixture('ha-snapshot-first-tick');
    Object.assign(other, { timestamp: ingest.now });
    Object.assign(other.player, { world: '486', worldTypes: ['MEMBERS'] });
    const taught = await app.inject({
      method: 'POST',
      url: '/api/osrs-data/events',
      headers: { 'x-osrs-token': token, 'content-type': 'application/json' },
      payload: JSON.stringify(other),
    });
    expect(taught.statusCode).toBe(200);
    ingest.now += 60_000;
    expect((await post(app, token, madeNow(ingest, 'dink-login'))).statusCode).toBe(200);
    expect(await skillsIn(ingest)).toBe(24);
  });
});

describe('the token in the path', () => {
  it('is in no log line and no metric, with any result of the request', async () => {
    const lines: string[] = [];
    const write = (...args: unknown[]) => {
      lines.push(args.map((arg) => (arg instanceof Error ? arg.stack : JSON.stringify(arg))).join(' '));
      const { err } = (args[0] ?? {}) as { readonly err?: Error };
      if (err !== undefined) lines.push(`${err.stack} ${JSON.stringify(err)}`);
    };
    const { ingest, token } = await openPaired();
    const logger = Object.assign(Object.create(ingest.logger), {
      error: write,
      warn: write,
      info: write,
      debug: write,
    });
    const metrics = new Registry();
    const failing = () => Promise.reject(new Error('the log is broken'));
    const app = ingest.openIngest({ logger, metrics, journal: { ...ingest.journal, append: failing } });
    const body = madeNow(ingest, 'dink-loot-npc');
    expect((await post(app, token, body)).statusCode).toBe(503);
    expect((await post(app, token, '{')).statusCode).toBe(400);
    for (const url of [`/api/dink/${token}`, `/api/dink/${token}/config`, `/api/dink/${token}/else`]) {
      const answer = await app.inject({ method: 'GET', url });
      if (!url.endsWith('config') && !url.endsWith('else')) expect(answer.body).not.toContain(token);
    }
    expect(lines.join('\n')).toContain('the log is broken');
    expect(lines.join('\n')).not.toContain(token);
    const counted = await metrics.metrics();
    expect(counted).toContain('endpoint="dink"');
    expect(counted).not.toContain(token);
    await eventually(async () => {
      const rows = await ingest.database.many({ text: 'select * from hub.plugin_seen' });
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(token);
    });
  });
});

describe('a slow upload', () => {
  it('is answered as soon as its message has arrived, and its connection stays usable', async () => {
    const { ingest, token, app } = await openPaired();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const body = upload(madeNow(ingest, 'dink-loot-npc'), 1_000_000);
    const head = (type: string, bytes: number) =>
      `POST /api/dink/${token} HTTP/1.1\r\nHost: hub\r\nContent-Length: ${bytes}\r\nContent-Type: ${type}\r\n\r\n`;
    const socket = createConnection(port, '127.0.0.1');
    let answers = '';
    socket.on('data', (chunk) => {
      answers += chunk;
    });
    const answered = (count: number) =>
      eventually(async () => expect(answers.split('HTTP/1.1 200').length - 1).toBe(count));
    await once(socket, 'connect');
    socket.write(
      Buffer.concat([Buffer.from(head(asUpload['content-type'], body.length)), body.subarray(0, 100_000)]),
    );
    await answered(1);
    expect(await ingest.read('hub.feed')).toHaveLength(1);
    socket.write(body.subarray(100_000));
    const again = JSON.stringify(madeNow(ingest, 'dink-loot-npc'));
    socket.write(head('application/json', Buffer.byteLength(again)) + again);
    await answered(2);
    socket.destroy();
  });
});

describe('a client that stops half-way', () => {
  it('leaves nothing behind, and is not counted as a failure of the hub', async () => {
    const { ingest, token } = await openPaired();
    const metrics = new Registry();
    const app = ingest.openIngest({ metrics });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const body = upload(madeNow(ingest, 'dink-loot-npc'), 1_000_000);
    for (const sent of [100, 600]) {
      const socket = createConnection(port, '127.0.0.1');
      await once(socket, 'connect');
      const head = `POST /api/dink/${token} HTTP/1.1\r\nHost: hub\r\nContent-Length: ${body.length}\r\nContent-Type: ${asUpload['content-type']}\r\n\r\n`;
      await new Promise<void>((resolve) =>
        socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, sent)]), () => resolve()),
      );
      // Waits until the hub has begun to read the body.
      await pause(200);
      socket.destroy();
    }
    await eventually(async () => {
      const count = await new Promise((resolve, reject) =>
        app.server.getConnections((error, connections) => (error ? reject(error) : resolve(connections))),
      );
      expect(count).toBe(0);
    });
    // Not as unavailable, which would worry an operator.
    expect(await metrics.metrics()).toMatch(
      /requests_total\{[^}]*endpoint="dink"[^}]*outcome="malformed"[^}]*\} 2/,
    );
    expect((await countRecords(ingest))['hub.raw']).toBeUndefined();
    const answer = await fetch(`http://127.0.0.1:${port}/api/dink/${token}`, {
      method: 'POST',
      headers: asUpload,
      body: new Uint8Array(body),
    });
    expect(answer.status).toBe(200);
  });
});
