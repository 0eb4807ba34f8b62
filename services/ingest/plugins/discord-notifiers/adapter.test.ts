import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { setReporterBlocked } from '../../../../projections/access/commands/accounts/change-account.ts';
import { readCurrent } from '../../../../projections/access/commands/append-and-wait.ts';
import { eventually } from '../../../../shared/projection/testing/eventually.ts';
import {
  countRecords,
  defaultLimits,
  openTestIngest,
  type TestIngest,
} from '../../testing/open-test-ingest.ts';
import { haFixture } from '../ha-exporter/testing/ha-reports.ts';
import { discordNotifiers } from './adapter.ts';
import { type DiscordBody, discordFixture } from './testing/discord-messages.ts';

const boundary = 'b0undary';

async function openPaired() {
  const ingest = await openTestIngest();
  const memberId = await ingest.addMember('Quill');
  const [token, haToken] = [await ingest.pair(memberId), await ingest.pair(memberId)];
  const metrics = new Registry();
  const app = ingest.openIngest({ metrics });
  const skipped = async () => {
    const { values } = (await metrics.getSingleMetric('hub_ingest_skipped_total')?.get()) ?? { values: [] };
    return Object.fromEntries(values.map(({ labels, value }) => [labels.kind, value]));
  };
  const playOther = async (name: string, hash: string) => {
    const body = haFixture('ha-snapshot');
    Object.assign(body, { timestamp: ingest.now });
    Object.assign(body.player, { name, accountHash: hash });
    expect((await ingest.report(haToken, body)).statusCode).toBe(200);
  };
  return { ingest, memberId, token, app, skipped, playOther };
}

function post(app: FastifyInstance, token: string, body: DiscordBody, headers: Record<string, string> = {}) {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const type = { 'content-type': 'application/json' };
  const url = `/api/discord/${token}?wait=false`;
  return app.inject({ method: 'POST', url, payload, headers: { ...type, ...headers } });
}

const asUpload = { 'content-type': `multipart/form-data; boundary=${boundary}` };

/** A number is a screenshot of so many bytes. */
function upload(...parts: readonly (readonly [name: string, content: string | number])[]): Buffer {
  const pieces = parts.flatMap(([name, content]) => {
    const isFile = typeof content === 'number';
    const file = isFile ? '; filename="image.png"\r\nContent-Type: image/png' : '';
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      isFile ? Buffer.alloc(content, 7) : Buffer.from(content),
      Buffer.from('\r\n'),
    ];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

async function eventsIn(ingest: TestIngest) {
  const { accounts } = await readCurrent(ingest);
  return (await ingest.read('hub.feed')).map(({ subject, data }) => {
    const { type } = data as { readonly type: string };
    return [accounts.get(subject)?.name, type];
  });
}

describe('a message', () => {
  it('is answered as Discord does, as JSON and as an upload in any order of its parts', async () => {
    const { ingest, token, app } = await openPaired();
    const body = discordFixture('universal-loot');
    const sent = [
      [body, {}],
      [upload(['payload_json', JSON.stringify(body)]), asUpload],
      // Universal Discord Notifications puts the screenshot first.
      [upload(['file', 200_000], ['payload_json', JSON.stringify(body)]), asUpload],
    ] as const;
    for (const [payload, headers] of sent) {
      const answer = await post(app, token, payload, headers);
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
    }
    const ids = (await ingest.read('hub.feed')).map(({ data }) => (data as DiscordBody).event_id);
    expect(ids).toEqual(Array(3).fill(ids[0]));
    expect(await ingest.read('hub.raw')).toMatchObject(
      Array(3).fill({ data: { plugin: 'discord-notifiers' } }),
    );
  });

  it('that is a screenshot or a relay of chat is accepted and not stored', async () => {
    const { ingest, token, app } = await openPaired();
    const before = await countRecords(ingest);
    const sent = [
      [upload(['file', 1_000]), asUpload],
      [discordFixture('chat-logger-private'), {}],
      [discordFixture('recruitment'), {}],
      ['{}', {}],
    ] as const;
    for (const [payload, headers] of sent) {
      expect((await post(app, token, payload, headers)).statusCode).toBe(204);
    }
    expect(await countRecords(ingest)).toEqual(before);
  });

  it('shows the player in the game', async () => {
    const { ingest, token, app } = await openPaired();
    await post(app, token, discordFixture('universal-death'));
    expect(await ingest.read('hub.activity')).toMatchObject([
      { type: 'account-seen', data: { in_game: true, world: null, timeout_ms: 300_000 } },
    ]);
  });

  it.each<[string, number, Buffer | string, Record<string, string>]>([
    ['that is no JSON', 400, '{"content"', {}],
    ['that is damaged', 400, upload(['payload_json', '{"content":"a"}']).subarray(0, 90), asUpload],
    ['of more than 256 KiB', 413, JSON.stringify({ content: 'x'.repeat(270_000) }), {}],
  ])('%s is refused with a message and a code', async (_, status, body, headers) => {
    const { token, app } = await openPaired();
    const answer = await post(app, token, body, headers);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({ message: expect.stringMatching(/^The /), code: 0 });
  });

  it('with an unknown token is refused as Discord refuses it', async () => {
    const { app } = await openPaired();
    const answer = await post(app, 'f'.repeat(64), discordFixture('max-hit'));
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      { message: 'Invalid Webhook Token', code: 50_027 },
    ]);
  });

  it('over a limit gets the answer of Discord, with the time to wait', async () => {
    const { ingest, token } = await openPaired();
    const app = ingest.openIngest({ limits: { ...defaultLimits, deviceHourlyBytes: 600 } });
    const answers = [];
    for (let sent = 0; sent < 6; sent += 1) answers.push(await post(app, token, discordFixture('max-hit')));
    const last = answers.at(-1);
    expect(last?.statusCode).toBe(429);
    expect(last?.json()).toEqual({
      message: 'You are being rate limited.',
      retry_after: expect.any(Number),
      global: false,
    });
    expect(last?.headers['retry-after']).toBe(String(last?.json().retry_after));
  });

  it('gets an answer with a time to retry while the hub cannot store it', async () => {
    const { ingest, token, app } = await openPaired();
    await post(app, token, discordFixture('universal-death'));
    const append = () => new Promise<never>(() => {});
    const stuck = ingest.openIngest({ deadlineMs: 300, journal: { ...ingest.journal, append } });
    const answer = await post(stuck, token, discordFixture('universal-death'));
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(answer.json()).toEqual({ message: expect.stringContaining('Try again'), code: 0 });
  });

  it('from a browser is answered with the address', async () => {
    const { token, app } = await openPaired();
    const headers = { host: 'hub.example' };
    const answer = await app.inject({ method: 'GET', url: `/api/discord/${token}`, headers });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain('http://hub.example/api/discord/:token');
    expect(answer.body).not.toContain(token);
  });
});

describe('a message without a player', () => {
  const unnamed = discordFixture('loot-logger-unnamed');

  it('is left out and counted while the member has no account', async () => {
    const { ingest, token, app, skipped } = await openPaired();
    expect((await post(app, token, unnamed)).statusCode).toBe(204);
    expect(await ingest.read('hub.feed')).toEqual([]);
    expect(await skipped()).toMatchObject({ event: 1 });
  });

  it('belongs to the only account that its device reports by name, also in another process', async () => {
    const { ingest, token, app, playOther } = await openPaired();
    await playOther('Bram Oak', 'ab'.repeat(28));
    await post(app, token, discordFixture('universal-death'));
    await post(app, token, unnamed);
    const other = ingest.openIngest();
    await eventually(async () => {
      expect(await ingest.database.many({ text: 'select * from hub.device_account' })).toHaveLength(1);
    });
    await post(other, token, discordFixture('max-hit'));
    expect(await eventsIn(ingest)).toEqual([
      ['Quillon Fen', 'death'],
      ['Quillon Fen', 'loot'],
      ['Quillon Fen', 'discord'],
    ]);
  });

  it('is left out once its device reports a second account', async () => {
    const { ingest, token, app, skipped } = await openPaired();
    await post(app, token, discordFixture('universal-death'));
    await post(app, token, { content: '**Bram Oak** has just died!' });
    await eventually(async () => {
      expect(await ingest.database.many({ text: 'select * from hub.device_account' })).toHaveLength(2);
    });
    for (const process of [app, ingest.openIngest()]) await post(process, token, unnamed);
    expect(await eventsIn(ingest)).toEqual([
      ['Quillon Fen', 'death'],
      ['Bram Oak', 'death'],
    ]);
    expect(await skipped()).toMatchObject({ event: 1 });
  });

  it('belongs to the only account of its member when the device never named a player', async () => {
    const { ingest, token, app, playOther } = await openPaired();
    await playOther('Bram Oak', 'ab'.repeat(28));
    await post(app, token, unnamed);
    await playOther('Quillon Fen', 'cd'.repeat(28));
    await post(app, token, unnamed);
    expect(await eventsIn(ingest)).toEqual([['Bram Oak', 'loot']]);
  });

  it('is not stored for an account whose owner blocked the member', async () => {
    const { ingest, app, playOther } = await openPaired();
    await playOther('Quillon Fen', 'cd'.repeat(28));
    const bram = await ingest.addMember('Bram');
    const [token, haToken] = [await ingest.pair(bram), await ingest.pair(bram)];
    const body = haFixture('ha-snapshot');
    Object.assign(body, { timestamp: ingest.now });
    Object.assign(body.player, { name: 'Quillon Fen', accountHash: 'cd'.repeat(28) });
    expect((await ingest.report(haToken, body)).statusCode).toBe(200);
    await post(app, token, unnamed);
    expect(await eventsIn(ingest)).toEqual([['Quillon Fen', 'loot']]);
    const [accountId = ''] = (await readCurrent(ingest)).accounts.keys();
    await ingest.runCommand((known) =>
      setReporterBlocked(known, { accountId, memberId: bram, blocked: true, actor: 'cli' }),
    );
    const answer = await post(app, token, discordFixture('max-hit'));
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await eventsIn(ingest)).toHaveLength(1);
  });

  it('leaves no readable device or account in the database', async () => {
    const { ingest, token, app } = await openPaired();
    await post(app, token, discordFixture('universal-death'));
    const { accounts, devicesByTokenHash } = await readCurrent(ingest);
    const devices = [...devicesByTokenHash.values()].map(({ id }) => id);
    await eventually(async () => {
      const rows = await ingest.database.many({ text: 'select * from hub.device_account' });
      expect(rows).toHaveLength(1);
      for (const id of [...accounts.keys(), ...devices]) expect(JSON.stringify(rows)).not.toContain(id);
    });
    expect([accounts.size, devices.length]).toEqual([1, 2]);
  });
});

describe('a message that mentions a player', () => {
  it('counts for an account that the member reports, and creates none', async () => {
    const { ingest, token, app, skipped } = await openPaired();
    const shame = (name: string) => ({ content: `Death+of+${name}+2026-09-14_18-22-06` });
    await post(app, token, discordFixture('universal-death'));
    await post(app, token, upload(['content', shame('Quillon+Fen').content], ['file', 1_000]), asUpload);
    await post(app, token, shame('Bram+Oak'));
    expect(await eventsIn(ingest)).toEqual([
      ['Quillon Fen', 'death'],
      ['Quillon Fen', 'death'],
    ]);
    expect((await readCurrent(ingest)).accounts.size).toBe(1);
    expect(await skipped()).toMatchObject({ event: 1 });
  });
});

it('an event belongs to the account that HA Exporter reports under the same name', async () => {
  const { ingest, token, app, playOther } = await openPaired();
  await playOther('Quillon Fen', 'cd'.repeat(28));
  await post(app, token, discordFixture('universal-death'));
  expect((await readCurrent(ingest)).accounts.size).toBe(1);
});

it('the pasted address works', async () => {
  const { token, app } = await openPaired();
  const { url = '', steps = [] } =
    discordNotifiers.pasted?.settingsFor('https://hub.example.org', token) ?? {};
  expect(url).toBe(`https://hub.example.org/api/discord/${token}`);
  expect(steps.join(' ')).toContain(`Add ${url} to Webhook URL.`);
  const answer = await app.inject({ method: 'POST', url: new URL(url).pathname, payload: '{"content":"a"}' });
  expect(answer.statusCode).toBe(204);
});
