import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { LogUnavailable } from '../../../shared/errors/errors.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { inTime, pluginDeadline } from '../../../test/support/deadline.ts';
import { haFixture } from '../plugins/ha-exporter/testing/ha-reports.ts';
import { countRecords, openTestIngest, type TestIngest } from '../testing/open-test-ingest.ts';

async function databaseSwitch(ingest: TestIngest) {
  const server = openDatabase({
    url: inject('postgresUrl'),
    name: 'tests',
    maxConnections: 1,
    statementTimeoutMs: 10_000,
  });
  onTestFinished(() => server.close());
  const { name } = await ingest.database.one<{ name: string }>({ text: 'select current_database() as name' });
  return {
    shut: async () => {
      await server.run({ text: `alter database ${name} allow_connections false` });
      await server.run({
        text: 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        values: [name],
      });
    },
    open: () => server.run({ text: `alter database ${name} allow_connections true` }),
  };
}

function holdReport({ journal }: TestIngest) {
  const reached = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<never>();
  let holds = false;
  const append: Journal['append'] = async (events, options) => {
    if (!holds) return journal.append(events, options);
    holds = false;
    reached.resolve();
    return lost.promise;
  };
  return {
    journal: { ...journal, append },
    reached: reached.promise,
    holdNext: () => {
      holds = true;
    },
    fail: () => lost.reject(new LogUnavailable('the append failed')),
  };
}

it('answers 503 within 5 s while the log is away, loses nothing, and continues by itself', {
  tags: ['deadline'],
}, async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  await ingest.report(token, haFixture('ha-snapshot'));
  const before = await countRecords(ingest);
  const database = await databaseSwitch(ingest);
  await database.shut();

  const started = performance.now();
  const other = haFixture('ha-loot');
  other.player.accountHash = 'a'.repeat(56);
  const answers = await Promise.all([
    ingest.report(token, haFixture('ha-loot')),
    ingest.report(token, other),
    // Another process may have just paired this token. A 401 would end the player's connection.
    ingest.report('0'.repeat(64), haFixture('ha-loot')),
    ingest.post('pair', { body: { code: '12345' } }),
  ]);
  expect(performance.now() - started, inTime).toBeLessThan(pluginDeadline);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503]);
  for (const { headers } of answers) expect(headers['retry-after']).toMatch(/^[1-9][0-9]*$/);

  await database.open();
  await vi.waitFor(
    async () => expect((await ingest.report(token, haFixture('ha-loot'))).statusCode).toBe(200),
    {
      timeout: 60_000,
      interval: 100,
    },
  );
  const after = await countRecords(ingest);
  expect(after['hub.feed']).toBe(1);
  // The memory of the account may differ from the log, so all facts are appended again.
  expect(after['hub.state']).toBe(2 * (before['hub.state'] ?? 0));
});

it('remembers a fact only when its append is durable: until then, an equal report is appended, too', async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const held = holdReport(ingest);
  const app = ingest.openIngest({ journal: held.journal });
  await ingest.report(token, haFixture('ha-snapshot'), { app });
  const trained = haFixture('ha-snapshot');
  Object.assign(trained.player.stats.skills.Magic, { xp: 16_300_000 });
  const appendedXp = async () =>
    (await ingest.read('hub.xp')).filter(({ data }) => JSON.stringify(data).includes('16300000')).length;

  held.holdNext();
  const first = ingest.report(token, trained, { app });
  await held.reached;
  expect((await ingest.report(token, trained, { app })).statusCode).toBe(200);
  expect(await appendedXp()).toBe(1);

  held.fail();
  expect((await first).statusCode).toBe(503);
  // The result of the first report is unknown, so its facts are appended once more.
  expect((await ingest.report(token, trained, { app })).statusCode).toBe(200);
  expect((await ingest.report(token, trained, { app })).statusCode).toBe(200);
  expect(await appendedXp()).toBe(2);
});

it('accepts the token of a device that another process has just paired', async () => {
  const ingest = await openTestIngest();
  const behind = ingest.directory.currentOrStale();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const app = ingest.openIngest({ directory: { ...ingest.directory, currentOrStale: () => behind } });
  expect((await ingest.report(token, haFixture('ha-snapshot'), { app })).statusCode).toBe(200);
});

it('ingest closes after the fold has decided all first contacts', async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const behind = ingest.directory.currentOrStale();
  const reached = Promise.withResolvers<void>();
  const decided = Promise.withResolvers<typeof behind>();
  const atLeast = async () => {
    reached.resolve();
    return decided.promise;
  };
  const app = ingest.openIngest({
    directory: { ...ingest.directory, currentOrStale: () => behind, atLeast },
  });
  const report = ingest.report(token, haFixture('ha-snapshot'), { app });
  await reached.promise;

  const closing = app.close().then(() => 'closed');
  expect(await Promise.race([closing, pause(200)])).not.toBe('closed');
  decided.resolve(behind);
  await closing;
  expect((await report).statusCode).toBe(503);
  // The contact linked no account, so the member's count of new accounts is 0 again.
  expect(
    await ingest.database.one({ text: 'select sum(accounts) as counted from hub.first_contact' }),
  ).toEqual({
    counted: 0,
  });
});
