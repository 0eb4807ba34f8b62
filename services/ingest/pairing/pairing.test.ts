import type { FastifyInstance } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { revokeDevice } from '../../../projections/access/commands/devices/change-device.ts';
import { switchDecommission } from '../../../projections/access/commands/hub/decommission-and-parked-records.ts';
import { removeMember } from '../../../projections/access/commands/members/remove-member.ts';
import { LogUnavailable } from '../../../shared/errors/errors.ts';
import { requestDeadlineMs } from '../http/deadline.ts';
import { haFixture } from '../plugins/ha-exporter/testing/ha-reports.ts';
import { openTestIngest, type TestIngest } from '../testing/open-test-ingest.ts';

const actor = 'cli' as const;

function otherThan(code: string): string {
  return String((Number(code) + 1) % 100_000).padStart(5, '0');
}

async function statuses(count: number, ask: () => Promise<{ statusCode: number }>): Promise<number[]> {
  const found: number[] = [];
  for (let asked = 0; asked < count; asked += 1) found.push((await ask()).statusCode);
  return found;
}

/** Held deletes run after this time, so that a waiting test fails instead of hanging. */
const heldMaxMs = 3_000;

function holdDeletes({ database }: TestIngest) {
  const open = Promise.withResolvers<void>();
  const timer = setTimeout(open.resolve, heldMaxMs);
  onTestFinished(() => clearTimeout(timer));
  const run: typeof database.run = async (statement) => {
    if (statement.text.startsWith('delete')) await open.promise;
    return database.run(statement);
  };
  return { open: open.resolve, database: { ...database, run } };
}

function countStatements({ database }: TestIngest) {
  const counts = { made: 0, underWay: 0, mostAtOnce: 0 };
  async function counted<Result>(answer: () => Promise<Result>): Promise<Result> {
    counts.made += 1;
    counts.underWay += 1;
    counts.mostAtOnce = Math.max(counts.mostAtOnce, counts.underWay);
    try {
      return await answer();
    } finally {
      counts.underWay -= 1;
    }
  }
  const watched: typeof database = {
    ...database,
    one: (statement) => counted(() => database.one(statement)),
    many: (statement) => counted(() => database.many(statement)),
    run: (statement) => counted(() => database.run(statement)),
  };
  return { counts, database: watched };
}

it('gives a device a token, of which the log holds only a hash', async () => {
  const ingest = await openTestIngest();
  const quill = await ingest.addMember('Quill');
  const code = await ingest.createCode(quill);
  const answer = await ingest.post('pair', { body: { code } });
  expect(answer.statusCode).toBe(200);
  const { ok, token, device_id, name } = answer.json();
  expect([ok, name, token]).toEqual([true, 'Fenwardens Hub', expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect((await ingest.report(token, haFixture('ha-snapshot'))).statusCode).toBe(200);
  const paired = (await ingest.read('hub.membership')).find(({ type }) => type === 'device-paired');
  expect(paired?.data).toMatchObject({
    device_id,
    plugin: 'ha',
    name: 'HA Exporter 1.6.0',
    actor: `member:${quill}`,
  });
  expect(JSON.stringify([await ingest.read('hub.membership'), await ingest.read('hub.raw')])).not.toContain(
    token,
  );
});

it('accepts a code from only one device when many devices send the code at once', async () => {
  const ingest = await openTestIngest();
  const code = await ingest.createCode(await ingest.addMember('Quill'));
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      ingest.post('pair', { body: { code }, remoteAddress: `192.0.2.${index}` }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(400)]);
  expect(ingest.directory.currentOrStale().devicesByTokenHash.size).toBe(1);
  expect(answers.find(({ statusCode }) => statusCode === 400)?.json()).toMatchObject({
    error: expect.stringContaining('not valid'),
  });
});

it('keeps no record of a guess', async () => {
  const ingest = await openTestIngest();
  const code = await ingest.createCode(await ingest.addMember('Quill'));
  const before = await ingest.read('hub.membership');
  const guess = () => ingest.post('pair', { body: { code: otherThan(code) } });
  expect(await statuses(3, guess)).toEqual([400, 400, 400]);
  expect(await ingest.read('hub.membership')).toEqual(before);
  expect((await ingest.post('pair', { body: { code } })).statusCode).toBe(200);
  expect((await ingest.post('pair', { body: { code } })).statusCode).toBe(400);
  expect(await ingest.read('hub.membership')).toHaveLength(before.length + 1);
});

it('refuses an open code that is not sent as a text of five digits', async () => {
  const ingest = await openTestIngest();
  const code = await ingest.createCode(await ingest.addMember('Quill'));
  const arabic = code.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
  const before = await ingest.read('hub.membership');
  const codes = [Number(code), [code], ` ${code}`, `${code}\n`, arabic].map((sent) => ({ code: sent }));
  for (const body of [...codes, {}, '{', '[]']) {
    expect((await ingest.post('pair', { body })).statusCode).toBe(400);
  }
  expect(await ingest.read('hub.membership')).toEqual(before);
  expect((await ingest.post('pair', { body: { code } })).statusCode).toBe(200);
});

it('stops an address after 10 failed attempts in 10 minutes, also when they come at once', async () => {
  const ingest = await openTestIngest();
  const code = await ingest.createCode(await ingest.addMember('Quill'));
  const attempts = await Promise.all(
    Array.from({ length: 14 }, () => ingest.post('pair', { body: { code: otherThan(code) } })),
  );
  expect(attempts.map(({ statusCode }) => statusCode).sort()).toEqual([
    ...Array(10).fill(400),
    ...Array(4).fill(429),
  ]);
  const stopped = await ingest.post('pair', { body: { code } });
  expect([stopped.statusCode, stopped.headers['retry-after']]).toEqual([429, '600']);
  expect((await ingest.post('pair', { body: { code }, remoteAddress: '192.0.2.9' })).statusCode).toBe(200);
  ingest.now += 600_000;
  expect((await ingest.post('pair', { body: { code } })).statusCode).toBe(400);
});

it('refuses an address that made too many attempts without asking the database', async () => {
  const ingest = await openTestIngest();
  const { counts, database } = countStatements(ingest);
  const app = ingest.openIngest({ database });
  const guess = () => ingest.post('pair', { body: { code: 'x' }, app });
  expect(await statuses(11, guess)).toEqual([...Array(10).fill(400), 429]);
  const madeBefore = counts.made;
  ingest.now += 1_500;
  const flood = await Promise.all(Array.from({ length: 300 }, guess));
  expect(new Set(flood.map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
  expect(new Set(flood.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['599']));
  expect(counts.made).toBe(madeBefore);
  expect(
    (await ingest.post('pair', { body: { code: 'x' }, app, remoteAddress: '192.0.3.9' })).statusCode,
  ).toBe(400);
});

it('uses one connection for any number of simultaneous attempts', async () => {
  const ingest = await openTestIngest();
  const { counts, database } = countStatements(ingest);
  const app = ingest.openIngest({ database });
  const guesses = Array.from({ length: 200 }, (_, index) =>
    ingest.post('pair', { body: { code: 'x' }, app, remoteAddress: `10.1.${index}.1` }),
  );
  expect((await Promise.all(guesses)).map(({ statusCode }) => statusCode)).toEqual(Array(200).fill(400));
  expect(counts.mostAtOnce).toBe(1);
});

it('lets an address try again when its attempts succeeded, and 5 s later through another process', async () => {
  const ingest = await openTestIngest();
  const replica = ingest.openIngest();
  const { open, database } = holdDeletes(ingest);
  const app = ingest.openIngest({ database });
  const member = await ingest.addMember('Quill');
  const send = async (code: string, to = app) =>
    (await ingest.post('pair', { body: { code }, app: to })).statusCode;
  for (let failed = 0; failed < 8; failed += 1) expect(await send('x')).toBe(400);
  for (let paired = 0; paired < 2; paired += 1) expect(await send(await ingest.createCode(member))).toBe(200);
  expect([await send('x'), await send('x', replica)]).toEqual([429, 429]);
  open();
  await expect.poll(() => send('x')).toBe(400);
  expect(await send('x', replica)).toBe(429);
  ingest.now += 5_000;
  expect(await send('x', replica)).toBe(400);
});

it('stops a network after 30 failed attempts in 10 minutes', async () => {
  const ingest = await openTestIngest();
  const code = await ingest.createCode(await ingest.addMember('Quill'));
  const guess = (guessed: string, remoteAddress: string) =>
    ingest.post('pair', { body: { code: guessed }, remoteAddress });
  let host = 0;
  const neighbour = () => {
    host += 1;
    return guess('x', `203.0.113.${1 + (host % 4)}`);
  };
  expect(await statuses(31, neighbour)).toEqual([...Array(30).fill(400), 429]);
  expect((await guess(code, '203.0.113.200')).statusCode).toBe(429);
  expect((await guess(code, '203.0.114.1')).statusCode).toBe(200);
});

it('lets a guild pair while strangers guess: above 60 attempts a minute only networks with wrong guesses are stopped', async () => {
  const ingest = await openTestIngest({ trustProxyHops: 1 });
  const replica = ingest.openIngest();
  const member = await ingest.addMember('Quill');
  let network = 0;
  const guessFrom = (app: FastifyInstance | undefined, from: number, guessed: string) =>
    ingest.post('pair', {
      body: { code: guessed },
      headers: { 'x-forwarded-for': `198.51.100.1, 203.0.${from}.7` },
      ...(app !== undefined && { app }),
    });
  const guess = () => {
    network += 1;
    return guessFrom(network % 2 === 0 ? replica : undefined, network % 250, 'x');
  };
  expect(await statuses(62, guess)).toEqual(Array(62).fill(400));
  // Network 1 guessed wrong within the hour, and network 251 did not.
  const stopped = await guessFrom(replica, 1, await ingest.createCode(member));
  expect([stopped.statusCode, stopped.headers['retry-after']]).toEqual([429, '60']);
  expect((await guessFrom(undefined, 251, await ingest.createCode(member))).statusCode).toBe(200);
  ingest.now += 60_000;
  expect((await guessFrom(replica, 1, await ingest.createCode(member))).statusCode).toBe(200);
});

it('accepts 300 guesses a minute from all networks and all processes together', async () => {
  const ingest = await openTestIngest();
  const apps = [undefined, ingest.openIngest()];
  let made = 0;
  const guess = () => {
    made += 1;
    const app = apps[made % 2];
    const remoteAddress = `10.${made >> 8}.${made & 255}.1`;
    return ingest.post('pair', { body: { code: 'x' }, remoteAddress, ...(app !== undefined && { app }) });
  };
  expect(await statuses(302, guess)).toEqual([...Array(300).fill(400), 429, 429]);
  ingest.now += 60_000;
  expect((await guess()).statusCode).toBe(400);
});

it('keeps no readable address', async () => {
  const ingest = await openTestIngest();
  await ingest.post('pair', { body: { code: 'x' }, remoteAddress: '192.0.2.77' });
  const rows = await ingest.database.many({
    text: 'select row_to_json(pairing_attempt) from hub.pairing_attempt',
  });
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('192.0.2');
});

it('does not count a successful attempt', async () => {
  const ingest = await openTestIngest();
  const member = await ingest.addMember('Quill');
  for (let paired = 0; paired < 12; paired += 1) expect(await ingest.pair(member)).toHaveLength(64);
});

it('answers with the token or the error before the database has withdrawn the attempt', async () => {
  const ingest = await openTestIngest();
  const code = await ingest.createCode(await ingest.addMember('Quill'));
  const { open, database } = holdDeletes(ingest);
  const counted = async () =>
    (await ingest.database.many({ text: 'select from hub.pairing_attempt' })).length;
  const app = ingest.openIngest({ database });
  const granted = await ingest.post('pair', { body: { code }, app });
  expect([granted.statusCode, granted.json().ok]).toEqual([200, true]);
  const append = async () => Promise.reject(new LogUnavailable('the append failed'));
  const failing = ingest.openIngest({ database, journal: { ...ingest.journal, append } });
  const other = await ingest.createCode(await ingest.addMember('Bram'));
  const failed = await ingest.post('pair', { body: { code: other }, app: failing });
  expect(failed.statusCode).toBe(503);
  expect(await counted()).toBe(2);
  // The database must stay open until the withdrawal is done.
  const closed = Promise.all([app.close(), failing.close()]);
  open();
  await closed;
  expect(await counted()).toBe(0);
});

it('does not count an attempt that the database counted too late', async () => {
  const ingest = await openTestIngest();
  const answers = Promise.withResolvers<void>();
  const slow: typeof ingest.database = {
    ...ingest.database,
    many: async (statement) => {
      const rows = await ingest.database.many(statement);
      await answers.promise;
      return rows as never;
    },
  };
  const counted = async () =>
    (await ingest.database.many({ text: 'select from hub.pairing_attempt' })).length;
  // The plugin gives up after 5 s.
  expect(requestDeadlineMs).toBe(4_500);
  const app = ingest.openIngest({ database: slow, deadlineMs: 500 });
  expect((await ingest.post('pair', { body: { code: '12345' }, app })).statusCode).toBe(503);
  await expect.poll(counted).toBe(1);
  answers.resolve();
  await app.close();
  expect(await counted()).toBe(0);
});

it('rejects a device permanently when it is revoked or its member left', async () => {
  const ingest = await openTestIngest();
  const [quill, bram] = [await ingest.addMember('Quill'), await ingest.addMember('Bram')];
  const [revoked, left] = [await ingest.pair(quill), await ingest.pair(bram)];
  const device = [...ingest.directory.currentOrStale().devicesByTokenHash.values()].find(
    ({ memberId }) => memberId === quill,
  );
  await ingest.runCommand((known) => revokeDevice(known, { deviceId: device?.id ?? '', actor }));
  await ingest.runCommand((known) => removeMember(known, { memberId: bram, actor }));
  for (const token of [revoked, left]) {
    expect((await ingest.report(token, haFixture('ha-loot'))).statusCode).toBe(401);
  }
});

it('answers 410 to everything, before anything else, while the hub is decommissioned', async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  await ingest.runCommand((known) => switchDecommission(known, { on: true, actor }));
  expect(await everyAnswer(ingest, token)).toEqual([410, 410, 410, 410, 410, 410]);
  await ingest.runCommand((known) => switchDecommission(known, { on: false, actor }));
  expect(await everyAnswer(ingest, token)).toEqual([400, 401, 400, 413, 200, 400]);
});

async function everyAnswer(ingest: TestIngest, token: string): Promise<number[]> {
  const answers = [
    await ingest.post('pair', { body: '{' }),
    await ingest.report('unknown', {}),
    await ingest.report(token, {}, { headers: { 'x-osrs-exporter-version': '1.0' } }),
    await ingest.report(token, 'x'.repeat(300_000)),
    await ingest.report(token, haFixture('ha-loot')),
    await ingest.openIngest().inject({ url: '/api/osrs-data/events' }),
  ];
  return answers.map(({ statusCode }) => statusCode);
}
