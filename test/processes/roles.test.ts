import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { deriveSessionKey } from '../../services/console/sessions/session-token.ts';
import { createSessions } from '../../services/console/sessions/sessions.ts';
import { accountSeen } from '../../shared/events/types/account-seen.ts';
import { dataKeyMade } from '../../shared/events/types/data-key-made.ts';
import { secretFingerprinted } from '../../shared/events/types/secret-fingerprinted.ts';
import type { LogEntry } from '../../shared/log/event-log.ts';
import { type OffsetClaim, prepareAppend } from '../../shared/log/postgres/appending/append-statement.ts';
import { int4Array } from '../../shared/postgres/copy/binary-array.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import type { DatabaseRole } from '../../shared/postgres/schema/roles.ts';
import { runInProcess, runJson } from '../support/hub/command-line.ts';
import { createHubClient } from '../support/hub/hub-client.ts';
import { serviceSettings, startService } from '../support/hub/services.ts';
import { openRoledDatabase, type RoledDatabase } from '../support/postgres/role-logins.ts';
import { patient } from '../support/runner/patience.ts';

const patience = { timeout: patient(360_000) };

test(
  'a hub with one role for each process accepts a report, serves it, and rebuilds at the same time',
  patience,
  async () => {
    const roled = await openRoledDatabase();
    const common = await serviceSettings();
    const as = (role: DatabaseRole) => ({ ...common, DATABASE_URL: roled.urlOf(role) });
    const command = (...args: string[]) => runJson(as('hub_operator'), args);

    const owner = {
      ...common,
      DATABASE_OWNER_URL: roled.ownerUrl,
      DATABASE_URL: roled.urlOf('hub_operator'),
    };
    const first = await runJson(owner, ['migrate']);
    expect(first.migrations).toContain('log/002-records.sql');
    expect(first.roles).toEqual(['hub_ingest', 'hub_projector', 'hub_query', 'hub_operator']);
    const again = await runInProcess(owner, ['migrate']);
    expect(again.stdout).toBe(
      'No migration was pending.\nThese roles have the privileges that their processes need: hub_ingest, hub_projector, hub_query, hub_operator.\n',
    );

    const ingestUrl = await startService('ingest', as('hub_ingest'));
    const plugins = createHubClient(ingestUrl);
    await startService('projector', as('hub_projector'));
    const api = createHubClient(await startService('query', as('hub_query')));
    const pages = await startService('console', as('hub_operator'));

    const { id: memberId } = await command('member', 'add', 'Merrin');
    const token = await plugins.pairWith((await command('pair', 'Merrin')).code);
    const { key } = await command(
      'key',
      'create',
      '--service',
      '--name',
      'map',
      '--categories',
      'stats,activity',
    );
    const report = await readFile(new URL('../fixtures/reports/ha-snapshot.json', import.meta.url), 'utf8');
    expect((await plugins.report(token, report)).status).toBe(200);
    // Ingest reads the stored holdings of an account.
    const bank = await fetch(`${ingestUrl}/api/group/hub/update-group-member`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ name: JSON.parse(report).player.name, bank: [995, 7] }),
    });
    expect(bank.status).toBe(200);
    const shows = async () => {
      const seen = ({ body }: { body: { data?: unknown[] } }) => body.data?.length === 1;
      return (await api.getUntil('/accounts', { key, seen, withinMs: 20_000 })).body.data[0].id;
    };
    const id = await shows();
    const xp = async () =>
      (await api.get(`/accounts/${id}/xp?skills=slayer&resolution=5m`, { key })).body.data.series;
    await expect.poll(async () => (await xp())[0].points).toHaveLength(1);
    const before = await xp();

    // The query process accepts the key of a session, but cannot read the tokens of sessions.
    const signedIn = await createSessions(roled.database, Date.now).begin(memberId);
    const cookie = `hub_session=${signedIn.token}`;
    const session = await fetch(`${pages}/console/api/session`, { headers: { cookie } });
    const browser = deriveSessionKey(signedIn.token);
    expect(await session.json()).toMatchObject({ member: { id: memberId }, key: browser.key });
    expect((await api.get('/me', { key: browser.key })).status).toBe(200);

    const lastUsed = async () => (await command('key', 'list')).keys[0].last_used_at;
    await expect.poll(lastUsed, { timeout: 60_000 }).toMatch(/Z$/);
    const noted = await roled.database.one({ text: 'select count(*) as keys from hub.key_use' });
    expect(noted, 'hub.key_use has no row for the key of a session').toEqual({ keys: 1 });

    const { rebuilt } = await command('projections', 'rebuild', 'xp-history', '--full-speed', '--promote');
    expect(rebuilt).toMatchObject([{ name: 'xp-history', generation: 2, state: 'live' }]);
    await expect.poll(xp).toEqual(before);
    expect(await command('projections', 'rollback', 'xp-history')).toMatchObject({ from: 2, to: 1 });
    await command('projections', 'retire', 'xp-history', '--generation', '2');
    await command('account', 'erase', id, '--yes');
    await expect.poll(async () => (await api.get(`/accounts/${id}`, { key })).status).toBe(404);
    expect(
      (await command('projections')).projections.map((one: { state: string }) => one.state),
    ).not.toContain('stopped');
  },
);

/** Statements that a role is not allowed to run, also after an attacker took its process over. */
const forbidden: Readonly<Record<DatabaseRole, readonly string[]>> = {
  hub_ingest: [
    'select * from log.hub_membership',
    'select * from log.hub_raw',
    'select * from log.pack',
    'select * from log.hub_xp_pack',
    'delete from log.hub_xp',
    'delete from log.hub_holdings',
    'truncate log.record',
    'select log.pack_rows($$hub.xp$$, 0, 0, $$$$)',
    'update log.hub_feed set value = null',
    'update log.partition set start_offset = 9',
    'update projection.checkpoint set next_offset = 9',
    'delete from access_g1.api_key',
    'create schema mine',
    'select * from hub.limit_request',
    'select * from hub.key_use',
    'insert into hub.public_origin values ($$x$$, $$https://other.example$$)',
    'select key_prefix from console.session where began_revision > 0',
    'insert into log.record values ($$hub.membership$$)',
    'insert into log.hub_keys values ($$hub.keys$$)',
    'update log.partition set next_offset = 9',
    'update log.appended_type set type = $$admin-changed$$',
    'insert into log.appended_type values ($$hub_ingest$$, $$hub.membership$$, $$admin-changed$$)',
    'select * from event_feed_g1.event',
    'select * from location_trail_g1.point',
    'select * from audit_log_g1.entry',
    'select * from xp_history_g1.sample_5m',
    'create temporary table mine (id integer)',
    'begin; lock table hub.request_limit_lock in exclusive mode; commit',
  ],
  hub_projector: [
    'create temporary table mine (id integer)',
    'begin; lock table hub.pairing_lock in exclusive mode; commit',
    'begin; lock table log.partition in row exclusive mode; commit',
    'select from log.partition for update',
    'update log.partition set next_offset = 9',
    'insert into log.record (stream) values ($$hub.audit$$)',
    'insert into log.pack (stream) values ($$hub.membership$$)',
    'select log.pack_rows($$hub.membership$$, 0, 0, $$$$)',
    'insert into log.retention values ($$hub.raw$$, 0)',
    'update log.retention set keep_ms = 0',
    'update log.appended_type set type = $$admin-changed$$',
    'delete from log.hub_raw',
    'delete from log.hub_keys',
    'truncate log.record',
    'delete from log.record',
    'delete from log.hub_feed',
    'delete from log.hub_xp_pack',
    'update log.hub_xp_pack set records = null',
    'update log.hub_keys set value = null',
    'update hub.log_identity set identity = $$other$$',
    'select * from hub.limit_request',
    'select * from hub.pairing_attempt',
    'delete from hub.migration',
    'create table hub.mine (id integer)',
  ],
  hub_query: [
    'create temporary table mine (id integer)',
    'select log.append_records(null, null, null, null, null, null, null, null, null, null, null, null, null)',
    'begin; lock table hub.pairing_lock in exclusive mode; commit',
    'select * from log.hub_keys',
    'select * from log.hub_membership',
    'insert into log.record values ($$hub.keys$$)',
    'update access_g1.api_key set revoked = false',
    'delete from account_state_g1.part',
    'drop schema access_g1 cascade',
    'insert into projection.erased (subject) values ($$x$$)',
    'update projection.pointer set generation = 2',
    'update hub.secret_fingerprint set fingerprint = $$x$$',
    'select * from hub.first_contact',
    'select token_hash from console.session',
    'update console.session set last_used_at = 0',
    'create schema mine',
    'checkpoint',
  ],
  hub_operator: [
    'create temporary table mine (id integer)',
    'delete from hub.migration',
    'drop table log.record',
    'create table log.mine (id integer)',
    'alter role hub_query superuser',
    'delete from log.partition',
    'delete from log.hub_xp',
  ],
};

async function asRole<Result>(
  url: string,
  work: (run: (text: string) => Promise<number>) => Promise<Result>,
) {
  const database = openDatabase({ url, name: 'test', maxConnections: 1, statementTimeoutMs: 5_000 });
  try {
    return await work((text) => database.run({ text }));
  } finally {
    await database.close();
  }
}

async function permitted(roled: RoledDatabase, role: DatabaseRole): Promise<string[]> {
  return asRole(roled.urlOf(role), async (run) => {
    const done: string[] = [];
    for (const text of forbidden[role]) {
      const code = await run(text).then(
        () => 'done',
        (error: Error & { code?: string }) => error.code,
      );
      if (code !== '42501') done.push(`${role}: ${text}: ${code}`);
    }
    return done;
  });
}

test(
  'every role has only the rights that its processes need, and a process without a right explains the fix',
  patience,
  async () => {
    const roled = await openRoledDatabase();
    const common = await serviceSettings();
    const at = (role: DatabaseRole) => ({ ...common, DATABASE_URL: roled.urlOf(role) });

    const unmigrated = await runInProcess(at('hub_query'), ['query']);
    expect(unmigrated).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^hub: migration secret\/001-\S+\.sql has not run on this database, and the database role of DATABASE_URL lacks the privilege to run it: run hub migrate with DATABASE_OWNER_URL, then start again\n$/,
      ),
    });

    await runJson({ ...common, DATABASE_OWNER_URL: roled.ownerUrl }, ['migrate']);
    const roles = ['hub_ingest', 'hub_projector', 'hub_query', 'hub_operator'] as const;
    expect((await Promise.all(roles.map((role) => permitted(roled, role)))).flat()).toEqual([]);

    const wrong = await runInProcess(at('hub_query'), ['ingest']);
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^hub: the database role of DATABASE_URL lacks a privilege \(permission denied for \w+ \w+\): run hub migrate with DATABASE_OWNER_URL, and give the process its own role\n$/,
      ),
    });
    const noOwner = await runInProcess({ ...common, DATABASE_OWNER_URL: roled.urlOf('hub_query') }, [
      'migrate',
    ]);
    expect(noOwner).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^hub: the role of DATABASE_OWNER_URL lacks a privilege/),
    });
  },
);

const subject = '0d9f6f0e-6c0f-4e0b-9c39-0a2f2f3c7a11';
const recordId = '1d9f6f0e-6c0f-4e0b-9c39-0a2f2f3c7a11';

function entry(more: Partial<LogEntry> = {}): LogEntry {
  return {
    stream: 'hub.activity',
    partition: 3,
    key: subject,
    recordId,
    type: accountSeen.type,
    version: 1,
    source: 'hub',
    value: Buffer.from('{}'),
    keyId: null,
    ...more,
  };
}

const key = (more: Partial<LogEntry> = {}) =>
  entry({ stream: 'hub.keys', partition: 0, key: `${subject}/1`, type: dataKeyMade.type, ...more });
const fingerprint = (more: Partial<LogEntry> = {}) =>
  key({ key: 'hub/secret/ab', type: secretFingerprinted.type, ...more });

test('the role of ingest can append reports, and no other record', patience, async () => {
  const roled = await openRoledDatabase();
  await runJson({ ...(await serviceSettings()), DATABASE_OWNER_URL: roled.ownerUrl }, ['migrate']);
  const ingest = openDatabase({
    url: roled.urlOf('hub_ingest'),
    name: 'test',
    maxConnections: 1,
    statementTimeoutMs: 5_000,
  });
  onTestFinished(() => ingest.close());
  const append = async (...entries: LogEntry[]) => {
    const { statement, positions } = prepareAppend(entries, { canInsert: false });
    return positions(await ingest.many<OffsetClaim>(statement)).map(({ offset }) => offset);
  };
  const refused = (...entries: LogEntry[]) =>
    append(...entries).then(
      () => 'appended',
      (error: Error & { code?: string }) => error.code,
    );

  expect(await append(entry(), entry({ partition: 4 }), entry(), fingerprint())).toEqual([0, 0, 1, 0]);
  expect(await append(key(), key({ key: `${subject}/2` }), entry())).toEqual([1, 2, 2]);
  // A caller that got no answer appends again.
  expect(await append(key())).toEqual([3]);
  const never = [
    entry({ stream: 'hub.membership', partition: 0, type: 'admin-changed' }),
    entry({ stream: 'hub.audit', type: 'audit-entry-made' }),
    entry({ stream: 'hub.feed', partition: 0, type: accountSeen.type }),
    entry({ value: null }),
    key({ value: null }),
    key({ value: Buffer.from('{"another":1}') }),
    fingerprint(),
    fingerprint({ key: 'hub/secret/cd' }),
  ];
  for (const each of never) expect([each, await refused(entry(), each)]).toEqual([each, '42501']);

  const { statement } = prepareAppend([entry(), entry()], { canInsert: false });
  const parts = (...ordinals: number[]) => ({
    ...statement,
    values: statement.values?.map((value, index) => (index === 5 ? int4Array(ordinals) : value)) ?? [],
  });
  for (const gap of [parts(0, 2), parts(1, 2), parts(-1, 0)]) {
    await expect(ingest.many(gap)).rejects.toMatchObject({ code: '42501' });
  }
  const more = {
    ...statement,
    values: statement.values?.map((value, index) => (index === 3 ? int4Array([9]) : value)) ?? [],
  };
  await expect(ingest.many(more)).rejects.toMatchObject({ code: '42501' });

  const ends = `select stream, partition, next_offset as end from log.partition where next_offset > 0 order by 1, 2`;
  expect(await roled.database.many({ text: ends })).toEqual([
    { stream: 'hub.activity', partition: 3, end: 3 },
    { stream: 'hub.activity', partition: 4, end: 1 },
    { stream: 'hub.keys', partition: 0, end: 4 },
  ]);
  const limits = `select rolname as role, rolconnlimit as max from pg_roles where rolname like 'hub\\_%' order by 1`;
  expect(await roled.database.many({ text: limits })).toEqual([
    { role: 'hub_ingest', max: 60 },
    { role: 'hub_operator', max: 90 },
    { role: 'hub_projector', max: 60 },
    { role: 'hub_query', max: 80 },
  ]);
});

test('advisory locks that earlier releases used do not block pairings and requests', patience, async () => {
  const roled = await openRoledDatabase();
  await runJson({ ...(await serviceSettings()), DATABASE_OWNER_URL: roled.ownerUrl }, ['migrate']);
  await asRole(roled.urlOf('hub_projector'), async (hold) => {
    await hold('select pg_advisory_lock(7305130), pg_advisory_lock(7305131)');
    await asRole(roled.urlOf('hub_ingest'), (run) => run('select hub.begin_pairing($$a$$, $$n$$, null)'));
    await asRole(roled.urlOf('hub_query'), (run) =>
      run(`select hub.take_requests('{w}', '{1000}', '{true}', '{1}', '{1}', '{5}', null)`),
    );
  });
});

test(
  'the projector becomes the owner of generations from before the roles, and needs the database owner no more',
  patience,
  async () => {
    const roled = await openRoledDatabase();
    const common = await serviceSettings();
    const without = await runInProcess({ ...common, DATABASE_URL: roled.ownerUrl }, ['migrate']);
    expect(without.stdout).toMatch(
      /^Ran .*\.\nDATABASE_OWNER_URL is not set: the database role of DATABASE_URL owns the tables and does everything\.\n$/,
    );
    await runJson({ ...common, DATABASE_OWNER_URL: roled.ownerUrl }, ['migrate']);
    await asRole(roled.urlOf('hub_query'), (run) => run('select from access_g1.api_key'));
    // Ingest learns these items from reports, and a command loads them.
    const learned = `insert into hub.known_item (id, name, written_at) values (4151, $$Abyssal whip$$, 1)
                     on conflict (id) do update set name = excluded.name`;
    for (const role of ['hub_ingest', 'hub_operator'] as const) {
      await asRole(roled.urlOf(role), (run) => run(learned));
    }
    await asRole(roled.urlOf('hub_projector'), async (run) => {
      await run('create index on xp_history_g1.sample_5m (account_id)');
      await run('drop schema xp_history_g1 cascade');
    });
  },
);
