import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { campaign } from '../support/campaign.ts';
import { runJson } from '../support/hub/command-line.ts';
import { startFollower } from '../support/hub/follower.ts';
import { createHubClient, type HubClient } from '../support/hub/hub-client.ts';
import { type HubParts, openHubParts } from '../support/hub/hub-parts.ts';
import { freePort, startHubProcess, temporaryDataDir } from '../support/hub/hub-process.ts';
import { dropReport } from '../support/hub/sample-report.ts';
import { serveAtOnce, serveSooner } from '../support/hub/serve-at-once.ts';
import { startReplicatedPostgres } from '../support/postgres/replicated-postgres.ts';
import { patient } from '../support/runner/patience.ts';

const clone = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
/** Only a limit: waits end as soon as the events are there. */
const servedWithinMs = 30_000;

test('a running hub continues without help on a standby that lacked records, and a follower gets every later event', {
  timeout: patient(540_000),
}, async () => {
  const postgres = await startReplicatedPostgres();
  const hub = await openHubParts({ DATABASE_URL: postgres.url });
  const { client, signal, ended } = await hub.startWhole();
  await serveAtOnce(hub.database);
  await hub.command('member', 'add', 'Merrin');
  const { key } = await hub.command(
    ...'key create --service --name test --categories events,stats --rate-limit 6000'.split(' '),
  );
  const token = await client.pairWith((await hub.command('pair', 'Merrin')).code);
  await drop(client, token, 'Early');

  await postgres.cutOff();
  // The failover loses these events, and the account and the data key of Late.
  for (const name of ['Early', 'Late', 'Late']) await drop(client, token, name);
  const before = await client.getUntil('/events', {
    key,
    withinMs: servedWithinMs,
    seen: ({ body }) => body.data?.length === 4,
  });
  await postgres.failOver();

  const sent: string[] = [];
  for (const name of ['Late', 'Early', 'Late', 'Early']) sent.push(await drop(client, token, name));
  const after = await client.getUntil(`/events?cursor=${before.body.meta.next_cursor}`, {
    key,
    withinMs: servedWithinMs,
    seen: ({ body }) => body.data?.length >= sent.length,
  });
  expect(after.body.data.map(markerOf)).toEqual(sent);
  await expectAllWell(hub);
  const { body: accounts } = await client.get('/accounts', { key });
  expect(accounts.data.map(({ name }: { name: string }) => name)).toEqual(['Early', 'Late']);
  signal('SIGTERM');
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  expect(stdout).toContain(noticed);
});

test('a hub continues without help when the machine of the primary disappears with open connections', {
  timeout: patient(360_000),
}, async () => {
  const postgres = await startReplicatedPostgres();
  const port = await freePort();
  const environment = {
    DATABASE_URL: postgres.url,
    DATA_DIR: await temporaryDataDir(null),
    HUB_SECRET: randomBytes(32).toString('base64'),
    PORT: String(port),
  };
  const hub = await startHubProcess({ clone, as: null, environment });
  const client = createHubClient(`http://127.0.0.1:${port}`);
  await runJson(environment, ['member', 'add', 'Merrin']);
  const token = await client.pairWith((await runJson(environment, ['pair', 'Merrin'])).code);
  await drop(client, token, 'Early');
  await postgres.failOver({ silent: true });
  await drop(client, token, 'Late');
  hub.signal('SIGTERM');
  const { code, stdout } = await hub.ended;
  expect(code).toBe(0);
  expect(stdout).toContain(noticed);
});

const { runs, label } = campaign(5);
const nameOfParts = `processes of one hub continue without help on a standby that lagged, and one of them opens the feed's epoch (${label})`;

test.each(Array.from({ length: runs }, (_, run) => run))(
  nameOfParts,
  { timeout: patient(300_000) },
  async () => {
    const postgres = await startReplicatedPostgres();
    const hub = await openHubParts({ DATABASE_URL: postgres.url });
    const [ingest, ...others] = await Promise.all([
      hub.start('ingest'),
      hub.start('ingest'),
      hub.start('projector'),
      hub.start('projector'),
      hub.start('query'),
    ]);
    const [otherIngest, , , query] = others;
    await serveSooner(hub.database);
    await hub.command('member', 'add', 'Merrin');
    const { key } = await hub.command(
      ...'key create --service --name test --categories events,stats --rate-limit 6000'.split(' '),
    );
    const token = await ingest.client.pairWith((await hub.command('pair', 'Merrin')).code);
    const dropAll = async (names: readonly string[]) => {
      const markers: string[] = [];
      for (const [index, name] of names.entries()) {
        markers.push(await drop((index % 2 === 0 ? ingest : otherIngest).client, token, name));
      }
      return markers;
    };
    await dropAll(['Early', 'Early']);
    const { body } = await query.client.getUntil('/events', {
      key,
      withinMs: servedWithinMs,
      seen: (answer) => answer.body.data?.length === 2,
    });
    const follower = startFollower(query.client, key, body.meta.next_cursor, { patient: true });

    await postgres.cutOff();
    const lost = await dropAll(['Early', 'Late', 'Late']);
    await expect.poll(() => follower.markers, { timeout: servedWithinMs, interval: 100 }).toEqual(lost);
    const epochs = await epochsOf(hub);
    await postgres.failOver();
    const sent = await dropAll(['Late', 'Early', 'Late', 'Early']);
    await follower.stopAt(...sent);
    expect(follower.markers).toEqual([...lost, ...sent]);

    await expectAllWell(hub);
    expect(await epochsOf(hub)).toBe(epochs + 1);
    for (const part of [ingest, ...others]) {
      part.signal('SIGTERM');
      const { code, stdout } = await part.ended;
      expect(code).toBe(0);
      expect(stdout).toContain(noticed);
    }
  },
);

const noticed = 'the database is another copy than before, after a failover or a restore';

async function expectAllWell(hub: HubParts): Promise<void> {
  const unwell = async () => {
    const { projections }: { projections: { state: string; parked: number; lag_events: number }[] } =
      await hub.command('projections');
    return projections.filter((each) => each.state !== 'live' || each.parked > 0 || each.lag_events > 0);
  };
  await expect.poll(unwell, { timeout: servedWithinMs, interval: 500 }).toEqual([]);
}

async function epochsOf({ database }: HubParts): Promise<number> {
  const { count } = await database.one<{ count: number }>({
    text: `select count(*)::int as count from log.hub_feed where type = 'feed-epoch-opened'`,
  });
  return count;
}

/** @returns the marker of the drop */
async function drop(client: HubClient, token: string, name: string): Promise<string> {
  const marker = randomUUID();
  const report = dropReport({ name, marker });
  const status = () =>
    client.report(token, report).then(
      (answer) => answer.status,
      // No process listens while the hub opens its connections again.
      () => null,
    );
  // The hub notices a vanished machine after some 24 s, later on a busy machine.
  await expect.poll(status, { timeout: 180_000, interval: 100 }).toBe(200);
  return marker;
}

function markerOf({ data }: { data: { data: { marker: string } } }): string {
  return data.data.marker;
}
