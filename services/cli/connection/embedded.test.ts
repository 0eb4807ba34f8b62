import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createLifecycle } from '../../../shared/async/lifecycle.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { processesOn, runHub, temporaryDataDir } from '../../../test/support/hub/hub-process.ts';
import { openLogToBackUp } from '../../../test/support/hub/log-to-back-up.ts';
import { dataDirWithCluster } from '../../../test/support/postgres/made-cluster.ts';
import { readStandaloneSettings } from '../../standalone/settings.ts';
import { startStandalone } from '../../standalone/start-standalone.ts';
import { openStopped } from './open-stopped.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

const clone = fileURLToPath(new URL('../../..', import.meta.url));

test('a drill without enough disk space is refused, and does not judge the backup', async () => {
  const dataDir = await dataDirWithCluster();
  const place = { DATA_DIR: dataDir, BACKUP_DIR: join(dataDir, 'backups') };
  const { file } = await runJson(place, ['backup', 'now']);
  const full = { ...place, MIN_FREE_DISK: '1000000000' };
  const refused = await runInProcess(full, ['backup', 'verify', file, '--drill', '--json']);
  expect(refused.code).toBe(1);
  const line = refused.stderr.trim().split('\n').at(-1) ?? '';
  const message = expect.stringMatching(/lacks \d+ MB: free some space/);
  expect(JSON.parse(line)).toMatchObject({ error: { code: 'no_room', message } });
  expect(await runJson(place, ['backup', 'list'])).toMatchObject({
    backups: [{ file, verified_at: null, problem: null }],
  });
});

test('a restore that was killed before it noted its database can continue, and no other command works before that', async () => {
  const { settings } = await openLogToBackUp(20);
  const { file } = await runJson(settings, ['backup', 'now']);
  const DATA_DIR = await temporaryDataDir(null);
  const { DATABASE_URL: _, ...place } = { ...settings, DATA_DIR };
  // A restore stops at a cluster without its record, just before it would create a cluster.
  await mkdir(join(DATA_DIR, 'postgres'));
  await writeFile(join(DATA_DIR, 'postgres', 'PG_VERSION'), '18');
  const refused = await runInProcess(place, ['backup', 'restore', file, '--json']);
  expect(refused.stderr).toContain('"code":"cluster_record_lost"');
  expect(await readFile(join(DATA_DIR, 'restoring'), 'utf8')).toBe(`${file}\n`);
  expect((await readFile(join(DATA_DIR, 'secret'), 'utf8')).trim()).toBe(settings.HUB_SECRET);

  const lineOf = (dataDir: string) =>
    `the restore of a backup into DATA_DIR ${dataDir} was interrupted: run the same hub backup restore again (${file}), or set DATA_DIR to a new folder`;
  expect(await runInProcess(place, ['member', 'list'])).toEqual({
    code: 1,
    stdout: '',
    stderr: `hub: ${lineOf(DATA_DIR)}\n`,
  });
  const { checks } = JSON.parse((await runInProcess(place, ['doctor', '--json'])).stdout);
  expect(checks).toContainEqual(
    expect.objectContaining({
      name: 'database',
      ok: false,
      detail: expect.stringContaining(lineOf(DATA_DIR)),
    }),
  );

  // The state after the cluster is created.
  const made = await dataDirWithCluster();
  for (const name of ['restoring', 'secret']) await cp(join(DATA_DIR, name), join(made, name));
  const { HUB_SECRET: __, ...withoutSecret } = { ...place, DATA_DIR: made };
  const command = await runInProcess(withoutSecret, ['member', 'list']);
  const line = lineOf(made);
  expect(command).toMatchObject({ code: 1, stdout: '', stderr: `hub: ${line}\n` });
  const start = startStandalone(readStandaloneSettings({ ...withoutSecret, PORT: '0' }), logger);
  await expect(start).rejects.toMatchObject({ code: 'restore_interrupted', message: line });
  expect(await runJson(withoutSecret, ['backup', 'restore', file])).toMatchObject({ ok: true });
  expect(await readdir(made)).not.toContain('restoring');
  await runJson(withoutSecret, ['member', 'list']);
});

test('an interrupted restore into another database leaves the hub of that DATA_DIR alone', async () => {
  const { settings, elsewhere } = await openLogToBackUp(20);
  const { file } = await runJson(settings, ['backup', 'now']);
  const DATA_DIR = await dataDirWithCluster();
  const { BACKUP_DIR, HUB_SECRET } = settings;
  const live = { DATA_DIR, BACKUP_DIR, HUB_SECRET };
  await runJson(live, ['member', 'add', 'Quill']);
  const { DATABASE_URL } = (await elsewhere()).settings;
  const rehearsal = { ...live, DATABASE_URL };
  // No server answers there, so the restore ends before it marks the database.
  const refused = await runInProcess({ ...rehearsal, DATABASE_OWNER_URL: 'postgres://127.0.0.1:1/nobody' }, [
    'backup',
    'restore',
    file,
  ]);
  expect(refused.code).toBe(1);
  expect(await runJson(live, ['member', 'list'])).toMatchObject({ members: [{ status: 'active' }] });
  expect(await runInProcess(rehearsal, ['member', 'list'])).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^hub: the restore of a backup into the database of DATABASE_URL was interrupted, as .*\/restoring-[0-9a-f]{12} says: run the same hub backup restore again \(.*\.json\), or set DATABASE_URL to a new database\n$/,
    ),
  });
  expect(await runJson(rehearsal, ['backup', 'restore', file])).toMatchObject({ ok: true });
  await runJson(rehearsal, ['member', 'list']);
  expect((await readdir(DATA_DIR)).filter((name) => name.startsWith('restoring'))).toEqual([]);
});

test('commands without a hub run one after another, and stop the server that they started', async () => {
  const dataDir = await dataDirWithCluster();
  const environment = { DATA_DIR: dataDir };
  const added = await Promise.all(
    ['Quill', 'quill'].map((name) =>
      runHub({ clone, as: null, environment }, ['member', 'add', name, '--json']),
    ),
  );
  const outcomes = added.map(({ code, stderr }) => (code === 0 ? 'added' : JSON.parse(stderr).error.code));
  expect(outcomes.sort()).toEqual(['added', 'name_taken']);
  expect(await runJson(environment, ['member', 'list'])).toMatchObject({ members: [{ status: 'active' }] });
  const { ok, checks } = await runJson(environment, ['doctor']);
  expect({ ok, wrong: checks.filter((check: { ok: boolean }) => !check.ok) }).toEqual({
    ok: true,
    wrong: [],
  });
  const full = { ...environment, MIN_FREE_DISK: '1000000000' };
  const { stdout } = await runInProcess(full, ['doctor', '--json']);
  expect(JSON.parse(stdout).checks).toContainEqual(
    expect.objectContaining({
      name: 'disk',
      ok: false,
      detail: expect.stringContaining('reports are refused'),
    }),
  );
  expect(await processesOn(dataDir)).toEqual([]);
});

test('without a hub, commands that do not create a hub say so and create nothing', async () => {
  const folder = await temporaryDataDir(null);
  const DATA_DIR = join(folder, 'mistyped');
  const place = { DATA_DIR, BACKUP_DIR: join(folder, 'backups') };
  for (const command of [
    ['member', 'list'],
    ['backup', 'now'],
    ['audit', '--follow'],
    ['projections', 'rebuild', '--all'],
  ]) {
    expect(await runInProcess(place, command)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^hub: DATA_DIR .*mistyped holds no hub yet: run hub start to create a hub, or .*\n$/,
      ),
    });
  }
  const copied = await runInProcess({ ...place, KAFKA_BROKERS: '127.0.0.1:1' }, [
    'log',
    'copy',
    '--to',
    'kafka',
    '--json',
  ]);
  expect(JSON.parse(copied.stderr)).toMatchObject({ error: { code: 'no_hub' } });
  expect(await readdir(folder)).toEqual([]);
  await runJson(place, ['key', 'create', '--service', '--categories', 'stats']);
  expect(await runJson(place, ['member', 'list'])).toEqual({ members: [] });
});

test('a DATABASE_OWNER_URL without DATABASE_URL belongs to another hub: commands do not connect to it', async () => {
  const DATA_DIR = await dataDirWithCluster();
  // No server answers there.
  const settings = { DATA_DIR, PORT: '0', DATABASE_OWNER_URL: 'postgres://127.0.0.1:1/of-another-hub' };
  const hub = await startStandalone(readStandaloneSettings(settings), logger);
  await hub.close();
  await runJson(settings, ['member', 'add', 'Quill']);
  expect(await runJson(settings, ['doctor'])).toMatchObject({ ok: true });
  const lifecycle = createLifecycle();
  onTestFinished(() => lifecycle.close());
  const options = { logger, lifecycle, purpose: 'a test looks at it' };
  await expect(openStopped(readStandaloneSettings(settings), options)).resolves.toMatchObject({
    databaseDirectory: expect.any(String),
  });
});
