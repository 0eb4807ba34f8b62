import { expect, onTestFinished, test } from 'vitest';
import { projections } from '../projections/registry.ts';
import { PostgresClient } from '../shared/postgres/postgres-client.ts';
import { findReadable, prepareGenerations } from '../shared/projection/generations/generations.ts';
import { runInProcess, runJson } from './support/hub/command-line.ts';
import { startTestHub } from './support/hub/hub.ts';
import { sampleReport } from './support/hub/sample-report.ts';
import { freshDatabase } from './support/postgres/database.ts';

/** Projections, each with a route that reads its tables. */
const added = {
  'play-sessions': 'sessions',
  'boss-kills': 'kills',
  'account-achievements': 'collection-log',
  'xp-records': 'records',
} as const;
const names = Object.keys(added);

test('routes of new projections answer 503 until their tables have caught up once', async () => {
  const { url, database } = await freshDatabase('hub');
  const settings = { DATABASE_URL: url };
  const before = await startTestHub({ settings });
  const key = await before.makeKey();
  const token = await before.pair(await before.addMember('Merrin'));
  expect((await before.report(token, await sampleReport('ha-loot'))).status).toBe(200);
  const seen = ({ body }: { readonly body: { readonly data?: readonly unknown[] } }) =>
    body.data?.length === 1;
  const { body } = await before.getUntil('/snapshot', { key, seen, withinMs: 10_000 });
  const accountId = body.data[0].id;
  const path = (route: string) => `/accounts/${accountId}/${route}`;
  await before.close();

  // An upgrade to a release that adds the projections: `hub migrate` creates the tables.
  for (const name of names) {
    await database.run({
      text: `drop schema ${name.replaceAll('-', '_')}_g1 cascade;
             delete from projection.pointer where projection = '${name}';
             delete from projection.checkpoint where projection = '${name}';
             delete from projection.generation where projection = '${name}'`,
    });
  }
  await prepareGenerations(database, projections);
  const blocker = new PostgresClient({ connectionString: url });
  await blocker.connect();
  onTestFinished(() => blocker.end());
  // The projector cannot commit a batch of a projection while its checkpoints are locked.
  const list = names.map((name) => `'${name}'`).join();
  await blocker.query(`begin; select from projection.checkpoint where projection in (${list}) for update`);

  const hub = await startTestHub({ settings: before.environment });
  const routes = Object.values(added);
  for (const route of [...routes, ...routes, ...routes]) {
    const answer = await hub.get(path(route), { key });
    expect([route, answer.status, answer.body.error.code, answer.headers.get('retry-after')]).toEqual([
      route,
      503,
      'unavailable',
      '5',
    ]);
    expect(answer.body.error.message).toMatch(/being built/);
  }
  // Other routes do not wait.
  expect((await hub.get('/snapshot', { key })).body.data).toHaveLength(1);
  const listed = await runInProcess(hub.environment, ['projections']);
  for (const name of names) expect(listed.stdout).toMatch(new RegExp(`^${name} .* live, being built `, 'm'));
  const { stdout } = await runInProcess(hub.environment, ['doctor']);
  expect(stdout).toMatch(/being built, and read when complete: .*play-sessions/);

  await blocker.query('rollback');
  const filled = async (route: string) => {
    const isFilled = ({ status }: { readonly status: number }) => status === 200;
    return (await hub.getUntil(path(route), { key, seen: isFilled, withinMs: 30_000 })).body.data;
  };
  for (const route of routes) await filled(route);
  expect((await filled('sessions')).sessions).toHaveLength(1);
  const { projections: statuses } = await runJson(hub.environment, ['projections']);
  expect(statuses.filter(({ first_fill }: { readonly first_fill: boolean }) => first_fill)).toEqual([]);
});

test('a new hub, whose log is empty, reads its tables at once', async () => {
  const { database } = await freshDatabase('log');
  await prepareGenerations(database, projections);
  for (const projection of projections) expect(await findReadable(database, projection)).not.toBeNull();
});
