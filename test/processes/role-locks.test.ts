import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createSessions } from '../../services/console/sessions/sessions.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import type { DatabaseRole } from '../../shared/postgres/schema/roles.ts';
import { runJson } from '../support/hub/command-line.ts';
import { createHubClient } from '../support/hub/hub-client.ts';
import { serviceSettings, startService } from '../support/hub/services.ts';
import { openRoledDatabase } from '../support/postgres/role-logins.ts';
import { patient } from '../support/runner/patience.ts';

/**
 * Locks every table in the strongest mode that the role may take, and every row. The schemas of
 * `except` stay free.
 */
const lockAll = (except: string) => `do $locks$
declare
  place text;
  mode text;
begin
  for place in
    select format('%I.%I', nspname, relname)
    from pg_class
    join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and nspname !~ '^(pg_|information_schema)' and nspname !~ '${except}'
  loop
    foreach mode in array array['access exclusive', 'row exclusive', 'access share'] loop
      begin
        execute format('lock table %s in %s mode', place, mode);
        exit;
      exception when insufficient_privilege then null;
      end;
    end loop;
    begin
      execute format('select from %s for update', place);
    exception when insufficient_privilege then null;
    end;
  end loop;
end
$locks$`;

async function whileLocked(url: string, except: string, work: () => Promise<void>): Promise<void> {
  const database = openDatabase({ url, name: 'test', maxConnections: 1, statementTimeoutMs: 30_000 });
  try {
    await database.transaction(async (tx) => {
      // An attacker keeps the locks as long as the session lives.
      await tx.run({ text: 'set local idle_in_transaction_session_timeout = 0' });
      await tx.run({ text: lockAll(except) });
      await work();
    });
  } finally {
    await database.close();
  }
}

test('while a role holds every lock that it can get, the processes of the other roles answer, or refuse in time', {
  timeout: patient(240_000),
}, async () => {
  const roled = await openRoledDatabase();
  const common = await serviceSettings();
  const as = (role: DatabaseRole) => ({ ...common, DATABASE_URL: roled.urlOf(role) });
  const command = (...args: string[]) => runJson(as('hub_operator'), args);
  await runJson({ ...common, DATABASE_OWNER_URL: roled.ownerUrl }, ['migrate']);
  const plugins = createHubClient(await startService('ingest', as('hub_ingest')));
  await startService('projector', as('hub_projector'));
  const api = createHubClient(await startService('query', as('hub_query')));
  const pages = await startService('console', as('hub_operator'));
  const { id: memberId } = await command('member', 'add', 'Merrin', '--admin');
  const token = await plugins.pairWith((await command('pair', 'Merrin')).code);
  const { key } = await command(
    'key',
    'create',
    '--service',
    '--name',
    'map',
    '--categories',
    'stats,events',
  );
  const report = await readFile(new URL('../fixtures/reports/ha-snapshot.json', import.meta.url), 'utf8');
  expect((await plugins.report(token, report)).status).toBe(200);
  const seen = ({ body }: { body: { data?: unknown[] } }) => body.data?.length === 1;
  const found = await api.getUntil('/accounts', { key, seen, withinMs: 20_000 });
  const id = found.body.data[0].id;
  const { token: session } = await createSessions(roled.database, Date.now).begin(memberId);
  const page = async (path: string) => {
    const headers = { cookie: `hub_session=${session}` };
    return (
      await fetch(`${pages}/console/api/${path}`, { headers, signal: AbortSignal.timeout(patient(10_000)) })
    ).status;
  };

  const reports = async () => expect((await plugins.report(token, report)).status).toBe(200);
  // The limit of the key answers 429 in between.
  const answers = (path: string) =>
    expect
      .poll(async () => (await api.get(path, { key })).status, { timeout: 15_000, message: path })
      .toBe(200);
  const copies = async () => {
    for (const path of ['/accounts', '/snapshot']) await answers(path);
  };
  const tablePaths = [`/accounts/${id}/xp?skills=slayer&resolution=5m`, '/events'];
  const tables = async () => {
    for (const path of tablePaths) await answers(path);
  };
  const pagePaths = ['session', 'me', 'admin/devices', 'admin/keys'];
  const shownPages = async () => {
    for (const path of pagePaths) expect([path, await page(path)]).toEqual([path, 200]);
  };

  await reports();
  await whileLocked(roled.urlOf('hub_query'), '^$', async () => {
    await reports();
    await shownPages();
  });
  await whileLocked(roled.urlOf('hub_ingest'), '^$', async () => {
    await copies();
    await tables();
    await shownPages();
  });
  // The projector owns the tables of generations, and writes the tables of the engine.
  await whileLocked(roled.urlOf('hub_projector'), '^projection$|_g[0-9]+$', async () => {
    await reports();
    await copies();
    await tables();
    await shownPages();
  });
  const refusedInTime = async (ask: () => Promise<number>, what: string) => {
    const from = performance.now();
    expect([what, await ask()]).toEqual([what, 503]);
    expect(performance.now() - from, what).toBeLessThan(patient(10_000));
  };
  // Without the tables of the engine and of access, whatever is in memory answers.
  await whileLocked(roled.urlOf('hub_projector'), '^projection$|^access_', async () => {
    await reports();
    await copies();
    for (const path of pagePaths.filter((path) => path !== 'me'))
      expect([path, await page(path)]).toEqual([path, 200]);
    await refusedInTime(() => page('me'), 'me');
    for (const path of tablePaths)
      await refusedInTime(async () => (await api.get(path, { key })).status, path);
  });
  await answers(tablePaths[0] ?? '');
  // Without access, nobody can know whether a key was revoked.
  await whileLocked(roled.urlOf('hub_projector'), '^$', async () => {
    await reports();
    for (const path of ['/accounts', '/snapshot', ...tablePaths])
      await refusedInTime(async () => (await api.get(path, { key })).status, path);
    for (const path of pagePaths) await refusedInTime(() => page(path), path);
  });
  await answers('/accounts');
  await shownPages();
});
