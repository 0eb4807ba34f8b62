import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { projections } from '../../projections/registry.ts';
import { startFollower } from '../support/follower.ts';
import { createHubClient, type HubClient } from '../support/hub-client.ts';
import {
  freePort,
  hubJson,
  launchHubCommand,
  type ProcessOptions,
  startHubProcess,
  temporaryDataDir,
} from '../support/hub-process.ts';
import { type PersistentPlayer, startPersistentPlayer } from '../support/persistent-player.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startSteadyReaders } from '../support/steady-readers.ts';

const kills = Number(process.env.HUB_TEST_REBUILD_KILLS ?? 3);
/** A command each way, for each of them. */
const movedToAndFro =
  kills < 20 ? ['access', 'account-state', 'event-feed'] : projections.map(({ name }) => name);
const seed = Number(process.env.HUB_TEST_SEED ?? Date.now() % 1_000_000);

test(`nobody notices a rebuild, a promotion and a rollback of every projection, nor ${kills} kills (HUB_TEST_SEED=${seed})`, {
  timeout: 240_000 + kills * 20_000,
}, async () => {
  const { hub, options, client, key, cursor, player, accountId } = await startGuild();
  const readers = startSteadyReaders(client, key, accountId);
  const follower = startFollower(client, key, cursor);
  const before = await client.get(`/accounts/${accountId}/sessions`, { key });

  await rebuildThroughKills(options);
  await hubJson(options, ['projections', 'verify', 'event-feed']);
  const { rebuilt } = await hubJson(options, ['projections', 'rebuild', '--all', '--promote']);
  expect(rebuilt.map(({ state }: { state: string }) => state)).toEqual(projections.map(() => 'live'));
  for (const name of movedToAndFro) {
    const { from, to } = await hubJson(options, ['projections', 'rollback', name]);
    expect(await hubJson(options, ['projections', 'promote', name])).toMatchObject({
      name,
      from: to,
      to: from,
    });
  }
  await hubJson(options, ['projections', 'retire', 'event-feed']);

  const after = await client.get(`/accounts/${accountId}/sessions`, { key });
  expect(after.body.data.sessions[0].id).toBe(before.body.data.sessions[0].id);
  await player.stop();
  await follower.stopAt(player.acknowledged.at(-1) ?? '');
  expect(await readers.stop()).toEqual([]);
  expect(readers.answered()).toBeGreaterThan(100);
  // Once each, in the order in which they came, which for one player is the order of the log.
  expect(follower.markers).toEqual(player.acknowledged);
  hub.signal('SIGTERM');
  expect((await hub.ended).code).toBe(0);
});

/** Kills the rebuild at random points of it; each next call goes on by itself. */
async function rebuildThroughKills(options: ProcessOptions): Promise<void> {
  const random = seededRandom(seed);
  const command = ['projections', 'rebuild', '--all', '--rate', '1000'];
  for (let kill = 0; kill < kills; kill += 1) {
    const rebuild = launchHubCommand(options, command);
    await Promise.race([rebuild.ended, delay(400 + random() * 2_500)]);
    rebuild.signal('SIGKILL');
    await rebuild.ended;
  }
  const { rebuilt } = await hubJson(options, ['projections', 'rebuild', '--all']);
  expect(rebuilt.map(({ name, state }: { name: string; state: string }) => [name, state]).sort()).toEqual(
    projections.map(({ name }) => [name, 'ready']).sort(),
  );
  const { projections: all } = await hubJson(options, ['projections']);
  expect(all.filter(({ state }: { state: string }) => state === 'building')).toEqual([]);
}

async function startGuild() {
  const dataDir = await temporaryDataDir(null);
  const clone = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
  const port = await freePort();
  const options = { clone, as: null, environment: { DATA_DIR: dataDir, PORT: String(port) } };
  const client = createHubClient(`http://127.0.0.1:${port}`);
  const hub = await startHubProcess(options);
  await hubJson(options, ['member', 'add', 'Merrin']);
  const categories = 'activity,location_live,location_history,stats,equipment,inventory,events';
  const { key } = await hubJson(options, [
    ...['key', 'create', '--service', '--name', 'test', '--rate-limit', '6000'],
    ...['--categories', categories],
  ]);
  const { body } = await client.get('/events?cursor=now', { key });
  const { code } = await hubJson(options, ['pair', 'Merrin']);
  const player = startPersistentPlayer(client, await client.pairWith(code), 'Quillon Fen');
  return {
    hub,
    options,
    client,
    key,
    cursor: body.meta.next_cursor as string,
    player,
    accountId: await firstAccount(client, key, player),
  };
}

/** Once every room has something to tell. */
async function firstAccount(client: HubClient, key: string, player: PersistentPlayer): Promise<string> {
  const { body } = await client.getUntil('/accounts', {
    key,
    seen: ({ body: accounts }) => accounts.data.length > 0 && player.acknowledged.length > 20,
    withinMs: 20_000,
  });
  const { id } = body.data[0];
  await client.getUntil(`/accounts/${id}/sessions`, {
    key,
    seen: ({ status, body: sessions }) => status === 200 && sessions.data.sessions.length > 0,
    withinMs: 10_000,
  });
  return id;
}
