import { expect, onTestFinished, test } from 'vitest';
import { projections } from '../projections/registry.ts';
import { PostgresClient } from '../shared/postgres/postgres-client.ts';
import { findReadable, prepareGenerations } from '../shared/projection/generations/generations.ts';
import { runInProcess, runJson } from './support/hub/command-line.ts';
import { startTestHub } from './support/hub/hub.ts';
import { sampleReport } from './support/hub/sample-report.ts';
import { freshDatabase } from './support/postgres/database.ts';

const added = 'play-sessions';

test('a route of a new projection answers 503 until its tables have caught up once', async () => {
  const { url, database } = await freshDatabase('hub');
  const settings = { DATABASE_URL: url };
  const before = await startTestHub({ settings });
  const key = await before.makeKey();
  const token = await before.pair(await before.addMember('Merrin'));
  expect((await before.report(token, await sampleReport('ha-loot'))).status).toBe(200);
  const seen = ({ body }: { readonly body: { readonly data?: readonly unknown[] } }) =>
    body.data?.length === 1;
  const { body } = await before.getUntil('/snapshot', { key, seen, withinMs: 10_000 });
  const path = `/accounts/${body.data[0].id}/sessions`;
  await before.close();

  // An upgrade to a release that adds the projection: `hub migrate` creates the tables.
  await database.run({
    text: `drop schema play_sessions_g1 cascade;
           delete from projection.pointer where projection = '${added}';
           delete from projection.checkpoint where projection = '${added}';
           delete from projection.generation where projection = '${added}'`,
  });
  await prepareGenerations(database, projections);
  const blocker = new PostgresClient({ connectionString: url });
  await blocker.connect();
  onTestFinished(() => blocker.end());
  // The projector cannot commit a batch of the projection while its checkpoints are locked.
  await blocker.query(`begin; select from projection.checkpoint where projection = '${added}' for update`);

  const hub = await startTestHub({ settings: before.environment });
  for (let asked = 0; asked < 3; asked += 1) {
    const answer = await hub.get(path, { key });
    expect([answer.status, answer.body.error.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '5',
    ]);
    expect(answer.body.error.message).toMatch(/being built/);
  }
  // Other routes do not wait.
  expect((await hub.get('/snapshot', { key })).body.data).toHaveLength(1);
  const listed = await runInProcess(hub.environment, ['projections']);
  expect(listed.stdout).toMatch(/^play-sessions .* live, being built /m);
  const { stdout } = await runInProcess(hub.environment, ['doctor']);
  expect(stdout).toContain('being built, and read when complete: play-sessions');

  await blocker.query('rollback');
  const { body: filled } = await hub.getUntil(path, {
    key,
    seen: ({ status }) => status === 200,
    withinMs: 30_000,
  });
  expect(filled.data.sessions).toHaveLength(1);
  const { projections: statuses } = await runJson(hub.environment, ['projections']);
  expect(statuses.filter(({ first_fill }: { readonly first_fill: boolean }) => first_fill)).toEqual([]);
});

test('a new hub, whose log is empty, reads its tables at once', async () => {
  const { database } = await freshDatabase('log');
  await prepareGenerations(database, projections);
  for (const projection of projections) expect(await findReadable(database, projection)).not.toBeNull();
});
