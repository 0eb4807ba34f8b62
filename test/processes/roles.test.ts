import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { deriveSessionKey } from '../../services/console/sessions/session-token.ts';
import { createSessions } from '../../services/console/sessions/sessions.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import type { DatabaseRole } from '../../shared/postgres/schema/roles.ts';
import { runInProcess, runJson } from '../support/hub/command-line.ts';
import { createHubClient } from '../support/hub/hub-client.ts';
import { serviceSettings, startService } from '../support/hub/services.ts';
import { openRoledDatabase, type RoledDatabase } from '../support/postgres/role-logins.ts';

const patience = { timeout: 120_000 };

test(
  'a hub whose processes have a role each takes a report, serves it, and rebuilds beside that',
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
      'No migration was missing.\nEach has what its processes need: hub_ingest, hub_projector, hub_query, hub_operator.\n',
    );

    const plugins = createHubClient(await startService('ingest', as('hub_ingest')));
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
    const shows = async () => {
      const seen = ({ body }: { body: { data?: unknown[] } }) => body.data?.length === 1;
      return (await api.getUntil('/accounts', { key, seen, withinMs: 20_000 })).body.data[0].id;
    };
    const id = await shows();
    const xp = async () =>
      (await api.get(`/accounts/${id}/xp?skills=slayer&resolution=5m`, { key })).body.data.series;
    await expect.poll(async () => (await xp())[0].points).toHaveLength(1);
    const before = await xp();

    // Who is signed in at the console reads by a process that knows hashes of keys, and nothing else of sessions.
    const signedIn = await createSessions(roled.database, Date.now).begin(memberId);
    const cookie = `hub_session=${signedIn.token}`;
    const session = await fetch(`${pages}/console/api/session`, { headers: { cookie } });
    const browser = deriveSessionKey(signedIn.token);
    expect(await session.json()).toMatchObject({ member: { id: memberId }, key: browser.key });
    expect((await api.get('/me', { key: browser.key })).status).toBe(200);

    const lastUsed = async () => (await command('key', 'list')).keys[0].last_used_at;
    await expect.poll(lastUsed, { timeout: 20_000 }).toMatch(/Z$/);
    const noted = await roled.database.one({ text: 'select count(*) as keys from hub.key_use' });
    expect(noted, 'the key of a session tells of its use elsewhere').toEqual({ keys: 1 });

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

/** What no process of a role may do, whoever has taken it over. */
const forbidden: Readonly<Record<DatabaseRole, readonly string[]>> = {
  hub_ingest: [
    'select * from log.hub_membership',
    'select * from log.hub_raw',
    'delete from log.hub_xp',
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
  ],
  hub_projector: [
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

/** What of a role's list it was not refused. */
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
  'every role is refused what its processes do not do, and a process that lacks something says what to do',
  patience,
  async () => {
    const roled = await openRoledDatabase();
    const common = await serviceSettings();
    const at = (role: DatabaseRole) => ({ ...common, DATABASE_URL: roled.urlOf(role) });

    const unmigrated = await runInProcess(at('hub_query'), ['query']);
    expect(unmigrated).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^hub: the database lacks secret\/001-\S+\.sql of this release, and the role of DATABASE_URL may not create it: run hub migrate with DATABASE_OWNER_URL, then start again\n$/,
      ),
    });

    await runJson({ ...common, DATABASE_OWNER_URL: roled.ownerUrl }, ['migrate']);
    const roles = ['hub_ingest', 'hub_projector', 'hub_query', 'hub_operator'] as const;
    expect((await Promise.all(roles.map((role) => permitted(roled, role)))).flat()).toEqual([]);

    // One that was given the role of another kind of process.
    const wrong = await runInProcess(at('hub_query'), ['ingest']);
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^hub: the role of DATABASE_URL may not do this \(permission denied for \w+ \w+\): run hub migrate with DATABASE_OWNER_URL, and give the process its own role\n$/,
      ),
    });
    const noOwner = await runInProcess({ ...common, DATABASE_OWNER_URL: roled.urlOf('hub_query') }, [
      'migrate',
    ]);
    expect(noOwner).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^hub: the role of DATABASE_OWNER_URL may not/),
    });
  },
);

test(
  'generations from before there were roles pass to the projector, and the owner is not needed again',
  patience,
  async () => {
    const roled = await openRoledDatabase();
    const common = await serviceSettings();
    const without = await runInProcess({ ...common, DATABASE_URL: roled.ownerUrl }, ['migrate']);
    expect(without.stdout).toMatch(
      /^Ran .*\.\nDATABASE_OWNER_URL is not set: the role of DATABASE_URL owns the tables and does all\.\n$/,
    );
    await runJson({ ...common, DATABASE_OWNER_URL: roled.ownerUrl }, ['migrate']);
    await asRole(roled.urlOf('hub_query'), (run) => run('select from access_g1.api_key'));
    // What ingest learns of the game, and what a command loads.
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
