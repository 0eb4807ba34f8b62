import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import type { DatabaseRole } from '../../shared/postgres/schema/roles.ts';
import { runJson } from '../support/hub/command-line.ts';
import { createHubClient } from '../support/hub/hub-client.ts';
import { dropReport } from '../support/hub/sample-report.ts';
import { type ServiceName, serviceSettings, startServiceToStop } from '../support/hub/services.ts';
import { dumpDatabase, restoreInPlace } from '../support/postgres/dump.ts';
import { openRoledDatabase, type RoledDatabase } from '../support/postgres/role-logins.ts';
import { patient } from '../support/runner/patience.ts';

const roleOf: Readonly<Record<ServiceName, DatabaseRole>> = {
  ingest: 'hub_ingest',
  projector: 'hub_projector',
  query: 'hub_query',
  console: 'hub_operator',
};

async function restoreAsOwner({ database, ownerUrl }: RoledDatabase, dump: string): Promise<void> {
  await database.run({
    text: `grant set on parameter session_replication_role to ${new URL(ownerUrl).username}`,
  });
  const owner = openDatabase({ url: ownerUrl, name: 'test', maxConnections: 1, statementTimeoutMs: 20_000 });
  try {
    await restoreInPlace(owner, dump);
  } finally {
    await owner.close();
  }
}

test('each process starts again under its own role, also after a restore of an older dump', {
  timeout: patient(240_000),
}, async () => {
  const roled = await openRoledDatabase();
  const { database } = roled;
  const common = await serviceSettings();
  const as = (role: DatabaseRole) => ({ ...common, DATABASE_URL: roled.urlOf(role) });
  const migrate = () => runJson({ ...common, DATABASE_OWNER_URL: roled.ownerUrl }, ['migrate']);
  const start = (service: ServiceName) => startServiceToStop(service, as(roleOf[service]));
  const startAll = async () => ({
    ingest: await start('ingest'),
    projector: await start('projector'),
    query: await start('query'),
    console: await start('console'),
  });
  const stopAll = async (hub: Awaited<ReturnType<typeof startAll>>) => {
    for (const { close } of Object.values(hub)) await close();
  };
  const command = (...args: string[]) => runJson(as('hub_operator'), args);
  const projected = () =>
    expect
      .poll(
        async () => {
          const { left } = await database.one<{ left: number }>({
            text: `select (p.next_offset - c.next_offset)::int as left
                   from log.partition p
                   join projection.checkpoint c on c.stream = p.stream and c.partition = p.partition
                   where p.stream = 'hub.feed' and c.projection = 'event-feed'`,
          });
          return left;
        },
        { timeout: 30_000 },
      )
      .toBe(0);
  const feedTypes = async () =>
    (await database.many<{ type: string }>({ text: 'select type from log.hub_feed order by "offset"' })).map(
      ({ type }) => type,
    );

  await migrate();
  let hub = await startAll();
  await command('member', 'add', 'Merrin');
  const token = await createHubClient(hub.ingest.url).pairWith((await command('pair', 'Merrin')).code);
  const report = async () => {
    const { status } = await createHubClient(hub.ingest.url).report(
      token,
      dropReport({ marker: randomUUID() }),
    );
    expect(status).toBe(200);
    await projected();
  };
  await report();

  await stopAll(hub);
  hub = await startAll();
  await report();
  expect(await feedTypes()).toEqual(['game-event-recorded', 'game-event-recorded']);

  const dump = await dumpDatabase(database);
  await report();
  await stopAll(hub);
  await restoreAsOwner(roled, dump);
  await migrate();
  hub = await startAll();
  await report();
  expect((await feedTypes()).slice(2)).toEqual(['feed-epoch-opened', 'game-event-recorded']);
});
