import { describe, expect, test } from 'vitest';
import { requireSessions } from '../shared/postgres/hub-database-server.ts';
import { lockNumbers } from '../shared/postgres/lock-numbers.ts';
import { findLockSessions } from '../shared/postgres/locks/session-lock.ts';
import { runInProcess, runJson } from './support/hub/command-line.ts';
import { commandNames } from './support/hub/command-names.ts';
import { startTestHub } from './support/hub/hub.ts';
import { temporaryDataDir } from './support/hub/hub-process.ts';
import { freshDatabase } from './support/postgres/database.ts';
import { hasPooler, type PoolerOptions, startPooler } from './support/postgres/pooler.ts';

const pooled = 'transaction_pooling';

/** A line for each command that opens the database; `hub doctor` has its own test. */
const commandLines =
  `start; ingest; projector; query; console; migrate; member add Tarn; member set Tarn --name Wren;
  member leave Tarn; member erase Tarn --yes; member list; sign-in Tarn; pair Tarn; device list; device show a; device revoke a;
  account list; account names a; account transfer a Tarn; account block a Tarn; account correct-xp a; account erase a --yes;
  account twins; account erase-twin a --yes; share a stats guild; key create --service --name map --categories stats; key list;
  key set a --name b; key revoke a; decommission on; projections list; projections rebuild xp-history;
  projections verify xp-history; projections promote xp-history; projections rollback xp-history;
  projections retire xp-history; log copy --to kafka; backup now; raw list; raw show a; raw replay --account a --since 2026-01-01T00:00:00Z;
  competition list; competition show a; competition change a --title b; competition end a;
  competition create --title a --metric xp --from 2026-12-01 --to 2026-12-02;
  audit; parked list; parked show a; parked retry a; parked drop a`
    .split(';')
    .map((line) => line.trim().split(' '));
/** These commands open no database of the hub, or open a file first. */
const otherCommands = [
  'backup list',
  'backup restore',
  'backup verify',
  'demo',
  'doctor',
  'game load',
  'job',
];

describe.skipIf(!hasPooler)('through PgBouncer', () => {
  test.each<PoolerOptions>([
    { mode: 'transaction' },
    { mode: 'transaction', size: 1 },
    { mode: 'transaction', roundRobin: true },
    { mode: 'transaction', size: 2, roundRobin: true },
    { mode: 'statement' },
  ])(
    'the sessions of $mode pooling (size $size, in turns: $roundRobin) are not own sessions',
    async (options) => {
      const { url } = await freshDatabase();
      const pooler = await startPooler(url, options);
      // Other clients leave free sessions in the pool.
      await Promise.all([1, 2, 3].map(() => requireSessions(pooler, 'DATABASE_URL').catch(() => {})));
      const { port } = new URL(url);
      const fix = expect.stringMatching(
        `^set DATABASE_URL to the direct address of the server \\([0-9.]+:${port}, `,
      );
      await expect(requireSessions(pooler, 'DATABASE_URL')).rejects.toMatchObject({ code: pooled, fix });
    },
  );

  test('own sessions are found directly and in session mode, also next to other clients', async () => {
    const { url } = await freshDatabase();
    const pooler = await startPooler(url, { mode: 'session' });
    const many = [1, 2, 3, 4].map(() => requireSessions(pooler, 'DATABASE_URL'));
    await Promise.all([...many, requireSessions(url, 'DATABASE_URL')]);
  });

  test('a hub does not start in transaction mode, and no command works', async () => {
    const { url } = await freshDatabase('hub');
    const DATABASE_URL = await startPooler(url, { mode: 'transaction', size: 6 });
    const DATA_DIR = await temporaryDataDir(null);
    const settings = { DATABASE_URL, DATA_DIR, BACKUP_ENABLED: 'false', PORT: '0' };
    await expect(startTestHub({ settings })).rejects.toMatchObject({ code: pooled });
    const names = await commandNames();
    const named = commandLines.map((line) =>
      names.findLast((name) => `${line.join(' ')} `.startsWith(`${name} `)),
    );
    expect([...named, ...otherCommands].toSorted()).toEqual(names.toSorted());
    for (const args of commandLines) {
      const kafka = args[0] === 'log' ? { KAFKA_BROKERS: '127.0.0.1:1' } : {};
      const { code, stderr, stdout } = await runInProcess({ ...settings, ...kafka }, [...args, '--json']);
      expect([args.join(' '), code, stderr + stdout]).toEqual([
        args.join(' '),
        1,
        expect.stringContaining(pooled),
      ]);
    }
    const owner = { ...settings, DATABASE_URL: url, DATABASE_OWNER_URL: DATABASE_URL };
    expect((await runInProcess(owner, ['migrate', '--json'])).stderr).toContain(pooled);
    const { code, stdout } = await runInProcess(settings, ['doctor', '--json']);
    const { checks } = JSON.parse(stdout);
    const database = checks.find(({ name }: { readonly name: string }) => name === 'database');
    expect([code, database.ok, database.detail]).toEqual([
      1,
      false,
      expect.stringContaining('transaction mode'),
    ]);
  });

  test('a command refuses the pooler of a hub that runs on the direct address', async () => {
    const { environment } = await startTestHub();
    const DATABASE_URL = await startPooler(environment.DATABASE_URL ?? '', { mode: 'transaction' });
    const settings = { ...environment, DATABASE_URL };
    expect((await runInProcess(settings, ['member', 'list', '--json'])).stderr).toContain(pooled);
  });

  test('a hub and its commands work in session mode, and a second hub is refused', async () => {
    const { url, database } = await freshDatabase('hub');
    await database.run({
      text: `alter database ${new URL(url).pathname.slice(1)} set idle_session_timeout = '1s'`,
    });
    const DATABASE_URL = await startPooler(url, { mode: 'session' });
    const hub = await startTestHub({ settings: { DATABASE_URL } });
    const sessions = await findLockSessions(database, lockNumbers.hub);
    await runJson(hub.environment, ['member', 'add', 'Tarn']);
    expect((await runJson(hub.environment, ['member', 'list'])).members).toHaveLength(1);
    await expect(startTestHub({ settings: { DATABASE_URL } })).rejects.toMatchObject({
      code: 'already_running',
    });
    // The commands took longer than the server lets a session idle by itself.
    expect(sessions).toHaveLength(1);
    expect(await findLockSessions(database, lockNumbers.hub)).toEqual(sessions);
  });
});
