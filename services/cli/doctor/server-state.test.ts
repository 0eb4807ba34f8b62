import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { overTcp } from '../../../shared/postgres/testing/over-tcp.ts';
import { runInProcess } from '../../../test/support/hub/command-line.ts';
import { freePort, temporaryDataDir } from '../../../test/support/hub/hub-process.ts';
import { startOwnPostgres } from '../../../test/support/postgres/own-server.ts';
import { patient } from '../../../test/support/runner/patience.ts';
import { readStandaloneSettings } from '../../standalone/settings.ts';
import { startStandalone } from '../../standalone/start-standalone.ts';
import { examined, openStoppedHub } from './testing/stopped-hub.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

async function databaseFinding(settings: Readonly<Record<string, string>>) {
  return (await examined(settings)).checks.find(({ name }) => name === 'database');
}

test('a read-only database is reported at the start, by commands and by the doctor', async () => {
  const { url, database, settings } = await openStoppedHub();
  const name = new URL(url).pathname.slice(1);
  await database.run({ text: `alter database "${name}" set default_transaction_read_only = on` });
  const fix = `begin read write; alter database "${name}" reset default_transaction_read_only; commit`;
  const what = 'the database is read-only: default_transaction_read_only is on (set by database)';
  await expect(startStandalone(readStandaloneSettings(settings), logger)).rejects.toMatchObject({
    code: 'database_read_only',
    message: what,
    fix,
  });
  expect(await runInProcess(settings, ['member', 'list'])).toMatchObject({
    code: 1,
    stderr: `hub: ${what}\n  -> ${fix}\n`,
  });
  expect(await databaseFinding(settings)).toMatchObject({
    ok: false,
    detail: expect.stringContaining(what),
    fix,
  });
  await database.run({ text: fix });
  expect(await databaseFinding(settings)).toMatchObject({ ok: true });
});

test('each way in which a server cannot be reached has its own text and command', async () => {
  const { url, database } = await openStoppedHub();
  const port = await freePort();
  const silent = createServer().listen(await freePort(), '127.0.0.1');
  onTestFinished(() => void silent.close());
  const role = `test_${randomBytes(6).toString('hex')}`;
  await database.run({ text: `create role ${role} login password 'x' connection limit 0` });
  onTestFinished(async () => void (await database.run({ text: `drop role ${role}` })));
  const address = (change: (at: URL) => void) => {
    const at = overTcp(url);
    change(at);
    return at.href;
  };
  const cases: [string, RegExp, RegExp][] = [
    [
      address((at) => {
        at.hostname = 'no-such-host.invalid';
      }),
      /^the database of DATABASE_URL: (no machine has the name|the name server does not answer for) no-such-host.invalid/,
      /getent hosts no-such-host.invalid/,
    ],
    [
      `postgres://hub@127.0.0.1:${port}/hub`,
      new RegExp(`: nothing listens at 127.0.0.1:${port} `),
      /^start PostgreSQL there, or correct host and port in DATABASE_URL$/,
    ],
    [
      address((at) => {
        at.pathname = '/no-such-database';
      }),
      /: there is no database no-such-database /,
      /^createdb no-such-database, /,
    ],
    [
      address((at) => {
        at.username = role;
        at.password = 'x';
      }),
      /^the database has no free connection \(too many connections for role /,
      /^alter role "test_\w+" connection limit N/,
    ],
  ];
  // Only the check `database` reports that the last connection is taken.
  await database.run({ text: `alter role ${role} connection limit 1` });
  const starved = await examined({ DATABASE_URL: cases.at(-1)?.[0] ?? '' });
  const [about] = starved.checks.filter(({ name }) => name === 'database');
  expect(about).toMatchObject({ ok: false, detail: expect.stringMatching(cases.at(-1)?.[1] ?? '') });
  expect(
    starved.checks.filter(({ detail, needs }) => /free connection/.test(detail) && needs === null),
  ).toEqual([about]);
  await database.run({ text: `alter role ${role} connection limit 0` });
  for (const [DATABASE_URL, message, fix] of cases) {
    const started = startStandalone(readStandaloneSettings({ DATABASE_URL }), logger);
    await expect(started).rejects.toMatchObject({
      message: expect.stringMatching(message),
      fix: expect.stringMatching(fix),
    });
    const found = await databaseFinding({ DATABASE_URL });
    expect(found).toMatchObject({ detail: expect.stringMatching(message), fix: expect.stringMatching(fix) });
  }
});

async function setOnServer(database: Database, setting: string, value: string): Promise<void> {
  await database.run({ text: `alter system set ${setting} = ${value}` });
  await database.run({ text: 'select pg_reload_conf()' });
}

test('disabled fsync and too few connections are logged at the start, and the doctor finds the disabled fsync', {
  timeout: patient(360_000),
}, async () => {
  const server = await startOwnPostgres();
  onTestFinished(() => server.close());
  const dataDir = await temporaryDataDir(null);
  const settings = { DATABASE_URL: server.url, PORT: '0', WORKER_METRICS_PORT: '0', BACKUP_ENABLED: 'false' };
  const owner = openDatabase({
    url: server.url,
    name: 'tests',
    maxConnections: 1,
    statementTimeoutMs: 9_000,
  });
  onTestFinished(() => owner.close());
  await setOnServer(owner, 'fsync', 'off');
  await setOnServer(owner, 'full_page_writes', 'off');
  const name = new URL(server.url).pathname.slice(1);
  await owner.run({ text: `create role few login password 'x' connection limit 20` });
  await owner.run({
    text: `grant all on database "${name}" to few; grant create, usage on schema public to few`,
  });
  const asFew = new URL(server.url);
  asFew.username = 'few';
  asFew.password = 'x';
  const lines: { msg: string; fix?: string }[] = [];
  const watched = createLogger(
    { name: 'test', level: 'info' },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  const hub = await startStandalone(
    readStandaloneSettings({ ...settings, DATABASE_URL: asFew.href, DATA_DIR: dataDir }),
    watched,
  );
  onTestFinished(() => hub.close());
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: expect.stringMatching(/^fsync is off: /),
      fix: 'alter system set fsync = on, then select pg_reload_conf()',
    }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: expect.stringMatching(/^full_page_writes is off/) }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: expect.stringMatching(
        /^this process needs up to \d+ connections, and \d+ of 20 are free \(the limit of the role few\)/,
      ),
      fix: expect.stringMatching(/^alter role "few" connection limit N, with N = \d+$/),
    }),
  );
  const { checks } = await examined({ ...settings, DATA_DIR: dataDir });
  const findings = new Map(checks.map((finding) => [finding.name, finding]));
  expect(findings.get('database')).toMatchObject({
    ok: false,
    detail: expect.stringContaining('fsync is off'),
  });
  // This server has no roles of the hub.
  expect(findings.get('locks')).toMatchObject({ ok: true });
});

test('the doctor reports why no Kafka broker answers', async () => {
  const { settings } = await openStoppedHub();
  const log = async (KAFKA_BROKERS: string) =>
    (await examined({ ...settings, KAFKA_BROKERS })).checks.find(({ name }) => name === 'log');
  expect(await log('no-such-host.invalid:9092')).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^no Kafka broker answers: .* no-such-host.invalid:9092 \(E/),
    fix: expect.stringContaining('getent hosts no-such-host.invalid'),
  });
  const port = await freePort();
  expect((await log(`127.0.0.1:${port}`))?.detail).toContain(`nothing listens at 127.0.0.1:${port}`);
});
