import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { setReporterBlocked } from '../../../../projections/access/commands/accounts/change-account.ts';
import { accountStateProjection } from '../../../../projections/account-state/projection.ts';
import { runProjections } from '../../../../shared/projection/run-projections.ts';
import { liveGeneration } from '../../../../shared/projection/testing/step-projector.ts';
import { type HaBody, haFixture, lootReport } from '../../plugins/ha-exporter/testing/ha-reports.ts';
import {
  countRecords,
  defaultLimits,
  openTestIngest,
  type TestIngest,
} from '../../testing/open-test-ingest.ts';

it('limits the bytes of a device in an hour, with or without events, and does not limit another device', async () => {
  const ingest = await openTestIngest({ limits: { ...defaultLimits, deviceHourlyBytes: 1_000_000 } });
  const member = await ingest.addMember('Quill');
  const [device, other] = [await ingest.pair(member), await ingest.pair(member)];
  const send = async (token: string, number: number) => {
    const { statusCode, headers } = await ingest.report(token, lootReport(number, 195_000));
    return [statusCode, headers['retry-after']];
  };
  for (let number = 0; number < 5; number += 1) {
    expect(await send(device, number)).toEqual([200, undefined]);
    ingest.now += 60_000;
  }
  // The first minute began 5.5 minutes ago, so its bytes count for another 54.5 minutes.
  const stored = await countRecords(ingest);
  expect(await send(device, 5)).toEqual([429, String(55 * 60 - 30)]);
  expect(await countRecords(ingest)).toEqual(stored);
  expect((await send(other, 6))[0]).toBe(200);
  ingest.now += (55 * 60 - 30) * 1_000;
  expect((await send(device, 7))[0]).toBe(200);
  expect((await send(device, 8))[0]).toBe(429);
});

it('accepts a report over the hourly limit only as the first report of the hour', async () => {
  const ingest = await openTestIngest({ limits: { ...defaultLimits, deviceHourlyBytes: 1_000 } });
  const device = await ingest.pair(await ingest.addMember('Quill'));
  expect((await ingest.report(device, lootReport(1))).statusCode).toBe(200);
  expect((await ingest.report(device, lootReport(2))).statusCode).toBe(429);
});

it('counts refused bodies together like the reports of a player: 60 at once, 5 a second', async () => {
  const ingest = await openTestIngest();
  const device = await ingest.pair(await ingest.addMember('Quill'));
  const broken = async (times: number) => {
    const answers: unknown[] = [];
    for (let sent = 0; sent < times; sent += 1) {
      const { statusCode, headers } = await ingest.report(device, '{"player":');
      answers.push(statusCode === 429 ? [429, headers['retry-after']] : statusCode);
    }
    return answers;
  };
  expect(await broken(62)).toEqual([...Array(60).fill(400), [429, '1'], [429, '1']]);
  expect((await ingest.report(device, lootReport(1))).statusCode).toBe(200);
  ingest.now += 1_000;
  expect(await broken(6)).toEqual([...Array(5).fill(400), [429, '1']]);
});

it('limits the reports of each player of a shared token, and the reports of all its players', async () => {
  const ingest = await openTestIngest();
  const device = await ingest.pair(await ingest.addMember('Quill'));
  const send = async (player: number, times: number) => {
    const body = { ...haFixture('ha-snapshot-first-tick'), timestamp: ingest.now };
    Object.assign(body.player, { name: `Fen ${player}`, accountHash: `${player}`.repeat(56).slice(0, 56) });
    const statuses: number[] = [];
    for (let sent = 0; sent < times; sent += 1) statuses.push((await ingest.report(device, body)).statusCode);
    return [200, 429].map((status) => statuses.filter((each) => each === status).length);
  };
  for (const player of [1, 2, 3, 4]) expect(await send(player, 61)).toEqual([60, 1]);
  expect(await send(5, 60)).toEqual([56, 4]);
  ingest.now += 1_000;
  for (const player of [1, 2, 3, 4, 5])
    expect(await send(player, 6)).toEqual([player === 5 ? 1 : 5, player === 5 ? 5 : 1]);
});

it('counts the decompressed bytes of refused bodies in the hour', async () => {
  const ingest = await openTestIngest({ limits: { ...defaultLimits, deviceHourlyBytes: 800_000 } });
  const member = await ingest.addMember('Quill');
  const broken = `{"player":"${'x'.repeat(250_000)}`;
  const gzip = { 'content-encoding': 'gzip' };
  const cases = [
    ['broken JSON', broken, {}, 400],
    ['gzipped broken JSON', gzipSync(broken), gzip, 400],
    ['too many levels', '['.repeat(250_000), {}, 413],
    ['a gzip bomb', gzipSync(Buffer.alloc(1_000_000)), gzip, 413],
    ['what is no gzip', Buffer.alloc(250_000), gzip, 400],
  ] as const;
  for (const [name, body, headers, status] of cases) {
    const device = await ingest.pair(member);
    const send = async () => (await ingest.report(device, body, { headers })).statusCode;
    expect([name, await send(), await send(), await send(), await send()]).toEqual([
      name,
      status,
      status,
      status,
      429,
    ]);
    const refused = await ingest.report(device, lootReport(1, 100_000));
    expect([name, refused.statusCode, refused.headers['retry-after']]).toEqual([name, 429, '3570']);
  }
});

it('processes two reports of a member at a time and lets 64 wait, and reports of other members do not wait', async () => {
  const ingest = await openTestIngest();
  const member = await ingest.addMember('Quill');
  const [device, other] = [await ingest.pair(member), await ingest.pair(await ingest.addMember('Bram'))];
  expect((await ingest.report(device, lootReport(0))).statusCode).toBe(200);
  const sent = Array.from({ length: 70 }, (_, number) => ingest.report(device, lootReport(number)));
  expect((await ingest.report(other, lootReport(0))).statusCode).toBe(200);
  const answers = (await Promise.all(sent)).map(({ statusCode }) => statusCode);
  expect([200, 429].map((status) => answers.filter((each) => each === status).length)).toEqual([66, 4]);
});

it('answers 503 with the reason while less than MIN_FREE_DISK is free', async () => {
  const errors: unknown[] = [];
  const metrics = new Registry();
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const code = await ingest.createCode(await ingest.addMember('Bram'));
  const logger = {
    ...ingest.logger,
    error: (...line: unknown[]) => errors.push(line),
  } as typeof ingest.logger;
  const disk = { directory: tmpdir(), minFreeBytes: Number.MAX_SAFE_INTEGER };
  const app = ingest.openIngest({ disk, logger, metrics });
  const stored = await countRecords(ingest);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const answer = await ingest.report(token, haFixture('ha-loot'), { app });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30']);
    expect(answer.json().code).toBe('disk_full');
  }
  expect((await ingest.post('pair', { body: { code }, app })).statusCode).toBe(503);
  expect(await countRecords(ingest)).toEqual(stored);
  expect(errors).toEqual([
    [expect.objectContaining({ free_mb: expect.any(Number) }), expect.stringContaining('MIN_FREE_DISK')],
  ]);
  expect(await metrics.metrics()).toContain('hub_ingest_disk_full 1');
  expect(await metrics.metrics()).toContain(
    'hub_ingest_requests_total{endpoint="events",outcome="disk_full"} 3',
  );

  const roomy = ingest.openIngest({ disk: { ...disk, minFreeBytes: 0 } });
  expect((await ingest.report(token, haFixture('ha-loot'), { app: roomy })).statusCode).toBe(200);
});

function stranger(number: number): HaBody {
  const body = haFixture('ha-loot');
  body.player.accountHash = String(number).padStart(56, '0');
  body.player.name = `Stranger ${number}`;
  return body;
}

it('limits the new accounts of a member a day, over all devices and processes, and still accepts known accounts', async () => {
  const limits = { ...defaultLimits, memberNewAccountsPerDay: 3 };
  const ingest = await openTestIngest({ limits });
  const member = await ingest.addMember('Quill');
  const devices = [await ingest.pair(member), await ingest.pair(member)];
  const apps = [undefined, ingest.openIngest()];
  const send = async (number: number) => {
    const token = devices[number % 2] ?? '';
    const app = apps[number % 2];
    return (await ingest.report(token, stranger(number), app === undefined ? {} : { app })).statusCode;
  };
  for (const number of [1, 2, 3]) expect(await send(number)).toBe(200);
  const stored = await countRecords(ingest);
  for (const number of [4, 5, 6]) expect(await send(number)).toBe(200);
  expect(await countRecords(ingest)).toEqual(stored);
  expect(await ingest.metrics.metrics()).toContain('outcome="too_many_accounts"} 2');

  expect(await send(1)).toBe(200);
  expect((await countRecords(ingest))['hub.raw']).toBe((stored['hub.raw'] ?? 0) + 1);
  const other = await ingest.pair(await ingest.addMember('Bram'));
  expect((await ingest.report(other, stranger(7))).statusCode).toBe(200);
  expect(await accounts(ingest)).toBe(4);
  ingest.now += 24 * 60 * 60_000;
  expect(await send(8)).toBe(200);
  expect(await accounts(ingest)).toBe(5);
});

it('does not count a new account when the fold links none, or when the owner blocked the member', async () => {
  const ingest = await openTestIngest();
  const [quill, bram] = [await ingest.addMember('Quill'), await ingest.addMember('Bram')];
  const [ofQuill, ofBram] = [await ingest.pair(quill), await ingest.pair(bram)];
  const behind = ingest.directory.currentOrStale();
  for (const token of [ofQuill, ofBram]) {
    expect((await ingest.report(token, stranger(1))).statusCode).toBe(200);
  }
  const [accountId = ''] = ingest.directory.currentOrStale().accounts.keys();
  const block = { accountId, memberId: bram, blocked: true, actor: 'cli' } as const;
  await ingest.runCommand((known) => setReporterBlocked(known, block));
  const counted = () => ingest.database.one({ text: 'select sum(accounts) as taken from hub.first_contact' });
  const before = await counted();
  const directory = { ...ingest.directory, currentOrStale: () => behind };
  const late = ingest.openIngest({ directory });
  expect((await ingest.report(ofBram, stranger(1), { app: late })).statusCode).toBe(403);
  const blind = ingest.openIngest({ directory: { ...directory, atLeast: async () => behind } });
  expect((await ingest.report(ofBram, stranger(2), { app: blind })).statusCode).toBe(503);
  expect(await counted()).toEqual(before);
});

it('accepts no new account of a member at the limit of accounts, which includes contributed accounts', async () => {
  const ingest = await openTestIngest({ limits: { ...defaultLimits, memberAccountsMax: 2 } });
  const [quill, bram] = [await ingest.addMember('Quill'), await ingest.addMember('Bram')];
  const [ofQuill, ofBram] = [await ingest.pair(quill), await ingest.pair(bram)];
  for (const [token, number] of [
    [ofBram, 1],
    [ofQuill, 1],
    [ofQuill, 2],
    [ofQuill, 3],
  ] as const) {
    expect((await ingest.report(token, stranger(number))).statusCode).toBe(200);
  }
  expect(await accounts(ingest)).toBe(2);
});

it('accepts 100 skills of an account, including the 24 of the game, also after a restart', async () => {
  const ingest = await openTestIngest();
  const projector = runProjections({ ...ingest, projections: [accountStateProjection] });
  onTestFinished(() => projector.stop());
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const send = async (from: number, app?: FastifyInstance) => {
    const body = haFixture('ha-snapshot');
    body.events = [lootReport(from).events[0]];
    for (let number = from; number < from + 50; number += 1) {
      body.player.stats.skills[`Invented ${number}`] = { level: 1, xp: number };
    }
    expect((await ingest.report(token, body, app === undefined ? {} : { app })).statusCode).toBe(200);
  };
  const skills = async () => {
    const reported = (await ingest.read('hub.state')).filter(({ type }) => type === 'skill-reported');
    return new Set(reported.map(({ data }) => (data as HaBody).skill));
  };
  await send(0);
  expect((await skills()).size).toBe(24 + 50);
  await send(1_000);
  await send(2_000);
  expect((await skills()).size).toBe(100);
  expect((await skills()).has('Attack')).toBe(true);

  // A new process has no memory of skills, so the table must have all appended skills first.
  const live = await liveGeneration(ingest.database, accountStateProjection);
  await vi.waitUntil(
    async () =>
      (
        await ingest.database.one<{ count: number }>({
          text: `select count(*) from ${live.schema}.part where part like 'skill/%'`,
        })
      ).count === 100,
    { timeout: 15_000, interval: 50 },
  );
  await send(3_000, ingest.openIngest());
  expect((await skills()).size).toBe(100);
});

/** The stored JSON of the items has this many bytes. */
function itemsOf(bytes: number) {
  const bare = { name: '', ge_price: null, ha_price: null, equipment_slot: null, inventory_slot: null };
  const items = Array.from({ length: 100 }, () => ({ ...bare, id: 2_147_483_647, quantity: 1 }));
  const left = bytes - JSON.stringify(items).length;
  // An escaped character takes six bytes.
  const escaped = '\u0001'.repeat(Math.floor(left / 600));
  return items.map(({ id, quantity }, index) => ({
    ...{ id, quantity },
    name: escaped + 'x'.repeat(Math.floor(((left % 600) + index) / 100)),
  }));
}

it('accepts two lists of 22 KiB into an entry of 64 KiB, and leaves out lists with one more byte', async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const send = async (bytes: number) => {
    const body = haFixture('ha-snapshot');
    body.player.inventory = { items: itemsOf(bytes) };
    body.player.equipment = { items: itemsOf(bytes) };
    for (let number = 0; number < 76; number += 1) {
      body.player.stats.skills[`Invented ${number}`.padEnd(62, 'x')] = { level: 1, xp: number };
    }
    ingest.now += 600_000;
    body.timestamp = ingest.now;
    expect((await ingest.report(token, body)).statusCode).toBe(200);
  };
  const state = () => ingest.read('hub.state');
  const lists = async () =>
    (await state()).filter(({ type }) => /^(equipment|inventory)-reported$/.test(type));
  await send(22 * 1_024 + 1);
  expect((await state()).map(({ type }) => type)).toContain('location-reported');
  expect(await lists()).toEqual([]);
  const [gear] = await ingest.read('hub.gear');
  expect(gear?.data).toMatchObject({ worn: null });
  expect(await ingest.metrics.metrics()).toContain('hub_ingest_skipped_total{kind="no_room"} 2');

  await send(22 * 1_024);
  const stored = (await lists()).map(({ data }) => (data as HaBody).items);
  expect(stored.map((items) => [items.length, JSON.stringify(items).length])).toEqual([
    [100, 22 * 1_024],
    [100, 22 * 1_024],
  ]);
  const bytes = (await state()).reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
  expect(bytes).toBeLessThan(64 * 1_024);
});

async function accounts(ingest: TestIngest): Promise<number> {
  const contacts = await ingest.read('hub.membership');
  return new Set(
    contacts.filter(({ type }) => type === 'identity-seen').map(({ data }) => (data as HaBody).account_id),
  ).size;
}
