import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../shared/postgres/database.ts';
import { findLive } from '../../shared/projection/generations/generations.ts';
import { inTime } from '../support/deadline.ts';
import { type HubPart, type HubParts, openHubParts } from '../support/hub/hub-parts.ts';
import { dropReport } from '../support/hub/sample-report.ts';
import { patient } from '../support/runner/patience.ts';

/** Data in memory is served for 5 s after the last read. */
const heldForMs = 8_000;
/** A key may ask for a snapshot once a second (read-api.md 8). */
const pollEveryMs = 1_100;
/** Three times the connections that requests share. */
const askersOfEvents = 24;

const kinds = ['separate processes', 'one process'];

test.each(kinds)(
  'maps and health are answered while requests hold all connections: %s',
  { timeout: patient(540_000), tags: ['deadline'] },
  async (kind) => {
    const { query, database, key } = await openHubWithPlayer(kind === 'one process');
    const ask = async () => [
      (await query.client.get('/snapshot', { key })).status,
      (await fetch(`${query.url}/api/health`)).status,
    ];
    expect(await ask()).toEqual([200, 200]);
    await pause(pollEveryMs);

    const release = await holdEvents(database);
    let held = true;
    const askEvents = async () => {
      while (held) {
        await query.client.get('/events?types=none', { key });
        await pause(50);
      }
    };
    const asking = Array.from({ length: askersOfEvents }, askEvents);
    const statuses: number[] = [];
    for (const until = performance.now() + heldForMs; performance.now() < until; await pause(pollEveryMs)) {
      statuses.push(...(await ask()));
    }
    held = false;
    await release();
    await Promise.all(asking);
    // The hub also answers 503 after its event loop stalled for a second.
    expect(statuses, inTime).toEqual(statuses.map(() => 200));
  },
);

async function openHubWithPlayer(whole: boolean) {
  const hub = await openHubParts();
  const [ingest, query] = whole ? await startWhole(hub) : await startParts(hub);
  await hub.command('member', 'add', 'Merrin');
  const { key } = await hub.command(
    ...'key create --service --name map --categories events,stats --rate-limit 6000'.split(' '),
  );
  const token = await ingest.client.pairWith((await hub.command('pair', 'Merrin')).code);
  const report = dropReport({ name: 'Merrin', marker: randomUUID() });
  await expect.poll(async () => (await ingest.client.report(token, report)).status).toBe(200);
  return { query, database: hub.database, key };
}

type Asked = Pick<HubPart, 'client' | 'url'>;

async function startWhole(hub: HubParts): Promise<[Asked, Asked]> {
  const whole = await hub.startWhole();
  return [whole, whole];
}

async function startParts(hub: HubParts): Promise<[Asked, Asked]> {
  const [ingest, query] = await Promise.all([
    hub.start('ingest'),
    hub.start('query'),
    hub.start('projector'),
  ]);
  return [ingest, query];
}

/** Makes every statement on the feed's events wait until the statement times out. */
async function holdEvents(database: Database): Promise<() => Promise<void>> {
  const live = await findLive(database, 'event-feed');
  if (live === null) throw new Error('no generation of the feed is live');
  const session = await database.connect();
  onTestFinished(() => session.end());
  await session.query(`begin; lock table ${live.schema}.event`);
  return async () => void (await session.query('rollback'));
}
