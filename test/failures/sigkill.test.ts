import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findRunningServer } from '../../shared/postgres/embedded/embedded-postgres.ts';
import { findPostmaster } from '../../shared/postgres/embedded/postmaster.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { campaign } from '../support/campaign.ts';
import { runJson } from '../support/hub/command-line.ts';
import { createHubClient, type HubClient } from '../support/hub/hub-client.ts';
import {
  freePort,
  launchHubProcess,
  type ProcessOptions,
  startHubProcess,
} from '../support/hub/hub-process.ts';
import { type PersistentPlayer, startPersistentPlayer } from '../support/hub/persistent-player.ts';
import { serveAtOnce } from '../support/hub/serve-at-once.ts';
import { dataDirWithCluster } from '../support/postgres/made-cluster.ts';
import { patient } from '../support/runner/patience.ts';
import { seededRandom } from '../support/seeded-random.ts';

const { runs: kills, seed, label } = campaign(30);
const players = ['Quillon Fen', 'Merrin Oak', 'Tamsin Reed'];

/**
 * `acknowledged`: the number of each player's acknowledged reports when the hub gave the cursor.
 */
interface GivenCursor {
  readonly cursor: string;
  readonly acknowledged: readonly number[];
}

test(`a hub loses no acknowledged report in ${kills} kills of the hub and its database (${label})`, {
  timeout: patient(360_000 + kills * 15_000),
}, async () => {
  const dataDir = await dataDirWithCluster();
  const clone = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
  const port = await freePort();
  const options = { clone, as: null, environment: { DATA_DIR: dataDir, PORT: String(port) } };
  const client = createHubClient(`http://127.0.0.1:${port}`);

  const { key, cursor, guild } = await startGuild(options, client);
  const giveCursor = () => currentCursor(client, key, guild);
  const cursors = await killAgainAndAgain(options, giveCursor);
  const last = await startHubProcess(options);
  cursors.push(await giveCursor());
  await Promise.all(guild.map((player) => player.stop()));

  const acknowledged = guild.flatMap((player) => player.acknowledged);
  expect(acknowledged.length).toBeGreaterThan(kills);
  const served = await readUntilServed(client, key, cursor, acknowledged);
  expect(new Set(served).size).toBe(served.length);
  expect(acknowledged.filter((marker) => !served.includes(marker))).toEqual([]);
  // Every cursor comes after the events that were served before the first kill.
  expect(cursors.map((given) => given.cursor)).not.toContain(cursor);
  await expectEachCursorToGoOn(client, key, cursors, { served, guild });
  await expectLastHitpoints(client, key, guild);
  last.signal('SIGTERM');
  const { code, stderr } = await last.ended;
  expect({ code, stderr }, last.printed().slice(-2_000)).toEqual({ code: 0, stderr: '' });
});

async function startGuild(
  options: ProcessOptions,
  client: HubClient,
): Promise<{ key: string; cursor: string; guild: PersistentPlayer[] }> {
  const hub = await startHubProcess(options);
  await serveEmbeddedAtOnce(options.environment.DATA_DIR ?? '');
  await runJson(options.environment, ['member', 'add', 'Merrin']);
  const { key } = await runJson(
    options.environment,
    'key create --service --name test --categories events,activity,stats --rate-limit 6000'.split(' '),
  );
  const { body } = await client.get('/events?cursor=now', { key });
  const guild: PersistentPlayer[] = [];
  for (const name of players) {
    const { code } = await runJson(options.environment, ['pair', 'Merrin']);
    guild.push(startPersistentPlayer(client, await client.pairWith(code), name));
  }
  await readUntilServed(client, key, body.meta.next_cursor, await firstOfEach(guild));
  hub.signal('SIGKILL');
  await hub.ended;
  return { key, cursor: body.meta.next_cursor, guild };
}

/** With the delay of 10 s, no hub here would live long enough to serve an event. */
async function serveEmbeddedAtOnce(dataDir: string): Promise<void> {
  const url = (await findRunningServer(dataDir)) ?? '';
  const database = openDatabase({ url, name: 'tests', maxConnections: 1, statementTimeoutMs: 5_000 });
  try {
    await serveAtOnce(database);
  } finally {
    await database.close();
  }
}

async function firstOfEach(guild: readonly PersistentPlayer[]): Promise<string[]> {
  await expect.poll(() => guild.every(({ acknowledged }) => acknowledged.length > 0)).toBe(true);
  return guild.map(({ acknowledged }) => acknowledged[0] ?? '');
}

/** @returns a cursor from each hub that lived long enough to give a cursor */
async function killAgainAndAgain(
  options: ProcessOptions,
  giveCursor: () => Promise<GivenCursor>,
): Promise<GivenCursor[]> {
  const random = seededRandom(seed);
  const cursors: GivenCursor[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const hub = launchHubProcess(options);
    // A third of the hubs die while they start, recover or migrate.
    if (random() < 1 / 3) {
      await Promise.race([hub.ended, delay(random() * 800)]);
    } else {
      await hub.ready;
      cursors.push(await giveCursor());
      await Promise.race([hub.ended, delay(random() * 600)]);
    }
    await killHub(hub, options.environment.DATA_DIR ?? '', random());
  }
  return cursors;
}

/** Kills the hub alone, the hub and then its database, or the database first. */
async function killHub(
  hub: ReturnType<typeof launchHubProcess>,
  dataDir: string,
  choice: number,
): Promise<void> {
  const database = await findPostmaster(join(dataDir, 'postgres'));
  const both = database !== null && choice < 0.6;
  if (both && choice < 0.3) process.kill(database.pid, 'SIGKILL');
  hub.signal('SIGKILL');
  if (both && choice >= 0.3) process.kill(database.pid, 'SIGKILL');
  const { code, stderr } = await hub.ended;
  expect({ code, stderr }).toEqual({ code: null, stderr: '' });
}

async function currentCursor(
  client: HubClient,
  key: string,
  guild: readonly PersistentPlayer[],
): Promise<GivenCursor> {
  const { body } = await client.getUntil('/events?cursor=now', {
    key,
    seen: ({ status }) => status === 200,
    withinMs: 10_000,
  });
  return { cursor: body.meta.next_cursor, acknowledged: guild.map((player) => player.acknowledged.length) };
}

async function readUntilServed(
  client: HubClient,
  key: string,
  cursor: string,
  wanted: readonly string[],
): Promise<string[]> {
  const markers: string[] = [];
  let next = cursor;
  for (const deadline = Date.now() + 30_000; ; ) {
    const page = await readFrom(client, key, next);
    markers.push(...page.markers);
    next = page.next;
    const served = new Set(markers);
    if (wanted.every((marker) => served.has(marker)) || Date.now() > deadline) return markers;
    await delay(200);
  }
}

async function readFrom(
  client: HubClient,
  key: string,
  cursor: string,
): Promise<{ markers: string[]; next: string }> {
  const markers: string[] = [];
  let next = cursor;
  for (;;) {
    const { body } = await client.get(`/events?limit=500&cursor=${next}`, { key });
    for (const event of body.data) markers.push(event.data.data.marker);
    next = body.meta.next_cursor;
    if (body.data.length < 500) return { markers, next };
  }
}

async function expectEachCursorToGoOn(
  client: HubClient,
  key: string,
  cursors: readonly GivenCursor[],
  { served, guild }: { served: readonly string[]; guild: readonly PersistentPlayer[] },
): Promise<void> {
  for (const { cursor, acknowledged } of cursors) {
    const { markers } = await readFrom(client, key, cursor);
    expect(markers).toEqual(served.slice(served.length - markers.length));
    // The feed may already have had a report that was acknowledged later.
    const sentLater = guild.flatMap((player, index) =>
      player.acknowledged.slice((acknowledged[index] ?? 0) + 1),
    );
    expect(sentLater.filter((marker) => !markers.includes(marker))).toEqual([]);
  }
}

async function expectLastHitpoints(
  client: HubClient,
  key: string,
  guild: readonly PersistentPlayer[],
): Promise<void> {
  const shown = async () => {
    const { body } = await client.get('/snapshot', { key });
    return Object.fromEntries(
      body.data.map((account: { name: string; hp: { current: number } }) => [
        account.name,
        account.hp.current,
      ]),
    );
  };
  const expected = guild.map(({ name, hitpoints }) => [name, hitpoints]);
  // A key may ask for the snapshot once a second.
  await expect.poll(shown, { interval: 1_100 }).toEqual(Object.fromEntries(expected));
}
