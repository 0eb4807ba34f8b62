import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runJson } from '../support/hub/command-line.ts';
import { createHubClient, type HubClient } from '../support/hub/hub-client.ts';
import { freePort, startHubProcess, temporaryDataDir } from '../support/hub/hub-process.ts';
import { startReplicatedPostgres } from '../support/postgres/replicated-postgres.ts';

const clone = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
/** Events are served 10 s after they were stored. */
const servedWithinMs = 30_000;

test('a running hub goes on by itself on a standby that lagged, and a follower is given every event that comes after', {
  timeout: 180_000,
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
  const command = (text: string) => runJson(environment, text.split(' '));
  const client = createHubClient(`http://127.0.0.1:${port}`);
  await command('member add Merrin');
  const { key } = await command(
    'key create --service --name test --categories events,stats --rate-limit 6000',
  );
  const token = await client.pairWith((await command('pair Merrin')).code);
  await drop(client, token, 'Early');

  await postgres.cutOff();
  // The account, its data key and the events: all of it is lost.
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
  // Nobody had to do anything: each room has all that the log has, and nothing is left of what is lost.
  const { projections } = await command('projections');
  const unwell = projections.filter(
    (each: { state: string; parked: number; lag_events: number }) =>
      each.state !== 'live' || each.parked > 0 || each.lag_events > 0,
  );
  expect(unwell).toEqual([]);
  const { body: accounts } = await client.get('/accounts', { key });
  expect(accounts.data.map(({ name }: { name: string }) => name)).toEqual(['Early', 'Late']);
  hub.signal('SIGTERM');
  const { code, stdout } = await hub.ended;
  expect(code).toBe(0);
  expect(stdout).toContain('the database is another copy than before, after a failover or a restore');
});

const template = readFile(new URL('../fixtures/reports/ha-loot.json', import.meta.url), 'utf8');

/** Reports a drop as a plugin does: again until it is acknowledged. @returns its marker */
async function drop(client: HubClient, token: string, name: string): Promise<string> {
  const report = JSON.parse(await template);
  const [event] = report.events;
  const marker = randomUUID();
  const timestamp = Date.now();
  const data = { ...event.data, marker };
  const player = { ...report.player, name, accountHash: Buffer.from(name.padEnd(28)).toString('hex') };
  const events = [{ ...event, eventId: marker, timestamp, data }];
  const status = () =>
    client.report(token, { ...report, player, events, timestamp }).then(
      (answer) => answer.status,
      // Nobody listens while everything is opened again.
      () => null,
    );
  await expect.poll(status, { timeout: 30_000, interval: 100 }).toBe(200);
  return marker;
}

function markerOf({ data }: { data: { data: { marker: string } } }): string {
  return data.data.marker;
}
