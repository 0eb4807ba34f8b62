import { randomUUID } from 'node:crypto';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Examination } from '../services/cli/doctor/examine.ts';
import type { Database } from '../shared/postgres/database.ts';
import { findRunningServer } from '../shared/postgres/embedded/embedded-postgres.ts';
import { openDatabase } from '../shared/postgres/open-database.ts';
import { runInProcess, runJson } from './support/hub/command-line.ts';
import { openHttps } from './support/hub/https-server.ts';
import { createHubClient, type HubClient } from './support/hub/hub-client.ts';
import { freePort, type HubProcess, startHubProcess, temporaryDataDir } from './support/hub/hub-process.ts';
import { patient } from './support/runner/patience.ts';
import { projectRoot } from './support/source-tree.ts';

type Settings = Readonly<Record<string, string>>;

interface Day {
  readonly settings: Settings;
  readonly client: HubClient;
  readonly token: string;
  readonly database: Database;
  readonly selfSigned: { readonly url: string };
}

/** `setting` or `breaks` makes the fault, and `mends` fixes the fault as the finding says. */
interface Trouble {
  /** The check of `hub doctor` that reports the fault. */
  readonly check: string;
  readonly says: RegExp;
  readonly setting?: (day: Day) => Settings;
  readonly breaks?: (day: Day) => Promise<void>;
  readonly mends?: (day: Day) => Promise<unknown>;
}

const troubles: Readonly<Record<string, Trouble>> = {
  'a setting is misspelt': {
    check: 'settings',
    says: /XP_RAW_RETENTION is not a setting.*rename XP_RAW_RETENTION to XP_RAW_RETENTION_DAYS/,
    setting: () => ({ XP_RAW_RETENTION: '7' }),
  },
  'everybody on the machine can read the secret': {
    check: 'secret',
    says: /chmod 600 \S+secret/,
    breaks: ({ settings }) => chmod(secretFile(settings), 0o644),
    mends: ({ settings }) => chmod(secretFile(settings), 0o600),
  },
  'another secret than the log was made with': {
    check: 'secret',
    says: /the log was created with.*set HUB_SECRET/,
    setting: () => ({ HUB_SECRET: Buffer.alloc(32, 7).toString('base64') }),
  },
  'a backup cannot be read': {
    check: 'backup',
    says: /hub backup list says why/,
    breaks: ({ settings }) => writeFile(brokenBackup(settings), '{'),
    mends: ({ settings }) => rm(brokenBackup(settings)),
  },
  'the disk is nearly full': {
    check: 'disk',
    says: /are free on the disk of the database.*free some space/,
    setting: () => ({ MIN_FREE_DISK: '1000000000' }),
  },
  'browsers refuse the certificate': {
    check: 'address',
    says: /refuse the certificate of localhost/,
    setting: ({ selfSigned }) => ({ PUBLIC_URL: selfSigned.url }),
  },
  'an event could not be projected': {
    check: 'parked',
    says: /xp-history could not fold 1 event.*hub parked drop ID/,
    breaks: ({ database }) =>
      run(
        database,
        `insert into projection.parked
           (projection, generation, stream, partition, record_offset, subject, record_id, reason, behind)
         values ('xp-history', 1, 'hub.xp', 1, 7, 'a', '${randomUUID()}', 'it was too large', false)`,
      ),
    mends: async ({ settings }) => {
      const { parked } = await runJson(settings, ['parked', 'list']);
      await runJson(settings, ['parked', 'drop', String(parked[0].id)]);
    },
  },
  'a table of a projection is damaged': {
    check: 'projections',
    says: /wealth-days has a damaged table.*hub projections rebuild wealth-days --promote/,
    breaks: ({ database }) =>
      run(
        database,
        `update projection.generation set damage = 'block 3 of day' where projection = 'wealth-days'`,
      ),
    mends: async ({ settings }) => {
      await runJson(settings, ['projections', 'rebuild', 'wealth-days', '--promote', '--full-speed']);
      expect(await findings(settings)).toEqual({
        projections: expect.stringMatching(
          /a promotion or rollback would serve it: hub projections retire wealth-days --generation 1/,
        ),
      });
      await runJson(settings, ['projections', 'retire', 'wealth-days', '--generation', '1']);
    },
  },
  'somebody plays with an old plugin': {
    check: 'plugins',
    says: /older than 1\.5/,
    breaks: (day) => playWith(day, '1.4.0', 400),
    mends: (day) => playWith(day, '1.6.0', 200),
  },
  'a table is mostly deleted rows': {
    check: 'bloat',
    says: /log\.bloated has 60000 deleted rows.*vacuum \(analyze\) log\.bloated/,
    breaks: ({ database }) =>
      run(
        database,
        `create table log.bloated (n integer) with (autovacuum_enabled = false);
         insert into log.bloated select generate_series(1, 60000);
         delete from log.bloated;
         select pg_stat_force_next_flush()`,
      ),
    mends: async ({ database }) => {
      await run(database, 'vacuum (analyze) log.bloated');
      await run(database, 'drop table log.bloated');
    },
  },
};

test('an operator’s day: install, play, ten faults that are fixed as the doctor says, a new machine', {
  timeout: patient(540_000),
}, async () => {
  const { day, hub } = await install();
  const { settings, client, token } = day;
  const { key } = await runJson(settings, [
    'key',
    'create',
    '--service',
    '--categories',
    'stats,events,activity',
  ]);
  await report(client, token, 'ha-snapshot');
  await report(client, token, 'ha-loot');

  expect(await findings(settings)).toEqual({});
  for (const [what, { check, says, setting, breaks, mends }] of Object.entries(troubles)) {
    await breaks?.(day);
    expect(await findings({ ...settings, ...setting?.(day) }), what).toEqual({
      [check]: expect.stringMatching(says),
    });
    await mends?.(day);
  }
  expect(await findings(settings)).toEqual({});

  const before = await readHub(client, key);
  const { file } = await runJson(settings, ['backup', 'now']);
  const secret = await readFile(secretFile(settings), 'utf8');
  await day.database.close();
  hub.signal('SIGINT');
  await hub.ended;
  await rm(settings.DATA_DIR ?? '', { recursive: true });

  const moved = await machine({ BACKUP_DIR: settings.BACKUP_DIR ?? '', HUB_SECRET: secret.trim() });
  await runJson(moved, ['backup', 'restore', file]);
  const { client: again } = await start(moved);
  expect(await readHub(again, key)).toEqual(before);
  await report(again, token, 'ha-death');
  const shown = { key, withinMs: 25_000, seen: isCount(2) };
  const { body } = await again.getUntil(`/events?cursor=${before.next}&limit=10`, {
    ...shown,
    seen: isCount(1),
  });
  expect(body.data).toMatchObject([{ type: 'death' }]);
  await again.getUntil('/events', shown);
});

async function install(): Promise<{ day: Day; hub: HubProcess }> {
  const selfSigned = await openHttps();
  if (selfSigned === null) throw new Error('openssl is missing: apt-get install openssl');
  const settings = await machine({ BACKUP_DIR: await temporaryDataDir(null) });
  const { hub, client } = await start(settings);
  await runJson(settings, ['member', 'add', 'Merrin']);
  const { code } = await runJson(settings, ['pair', 'Merrin']);
  const token = await client.pairWith(code);
  const url = await findRunningServer(settings.DATA_DIR ?? '');
  if (url === null) throw new Error('the hub has no server');
  const database = openDatabase({ url, name: 'tests', maxConnections: 1, statementTimeoutMs: 30_000 });
  return { day: { settings, client, token, database, selfSigned }, hub };
}

async function machine(more: Settings): Promise<Settings> {
  return { DATA_DIR: await temporaryDataDir(null), PORT: String(await freePort()), ...more };
}

async function start(settings: Settings): Promise<{ hub: HubProcess; client: HubClient }> {
  const clone = projectRoot.replace(/\/$/, '');
  const hub = await startHubProcess({ clone, as: null, environment: settings });
  return { hub, client: createHubClient(`http://127.0.0.1:${settings.PORT}`) };
}

/** By failed check: its detail and its fix. */
async function findings(settings: Settings): Promise<Readonly<Record<string, string>>> {
  const { code, stdout } = await runInProcess(settings, ['doctor', '--json']);
  const { ok, checks }: Examination = JSON.parse(stdout);
  expect(code).toBe(ok ? 0 : 1);
  const wrong = checks.filter((check) => !check.ok);
  return Object.fromEntries(wrong.map(({ name, detail, fix }) => [name, `${detail}: ${fix}`]));
}

const reports = new URL('./fixtures/reports/', import.meta.url);

/** Waits until the hub has noted the release. */
async function playWith({ client, token, database }: Day, release: string, answered: number): Promise<void> {
  const { status } = await client.report(token, await reportNow('ha-snapshot'), {
    'x-osrs-exporter-version': release,
  });
  expect(status).toBe(answered);
  const text = 'select count(*)::integer as noted from hub.plugin_seen where version = $1';
  const noted = () => database.one<{ noted: number }>({ text, values: [release] });
  await expect.poll(async () => (await noted()).noted).toBe(1);
}

async function report(client: HubClient, token: string, name: string): Promise<void> {
  const { status } = await client.report(token, await reportNow(name));
  expect(status).toBe(200);
}

async function reportNow(name: string): Promise<object> {
  const body = JSON.parse(await readFile(new URL(`${name}.json`, reports), 'utf8'));
  const timestamp = Date.now();
  const trail = body.player.locationTrail?.map((point: object) => ({ ...point, timestamp }));
  return { ...body, timestamp, player: { ...body.player, locationTrail: trail } };
}

const isCount =
  (count: number) =>
  ({ body }: { readonly body: { readonly data?: readonly unknown[] } }) =>
    body.data?.length === count;

/** Without the parts that depend on the time of the request. */
async function readHub(client: HubClient, key: string) {
  const { body: feed } = await client.getUntil('/events', { key, withinMs: 25_000, seen: isCount(1) });
  const { body: accounts } = await client.get('/accounts', { key });
  const [{ id, name }] = accounts.data;
  const { body: account } = await client.get(`/accounts/${id}`, { key });
  return { id, name, skills: account.data.skills, events: feed.data, next: feed.meta.next_cursor };
}

function secretFile({ DATA_DIR = '' }: Settings): string {
  return join(DATA_DIR, 'secret');
}

function brokenBackup({ BACKUP_DIR = '' }: Settings): string {
  return join(BACKUP_DIR, '2026-01-01T03-00-00.000Z.json');
}

async function run(database: Database, text: string): Promise<void> {
  await database.run({ text });
}
