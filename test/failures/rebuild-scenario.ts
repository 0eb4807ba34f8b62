import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { projections } from '../../projections/registry.ts';
import { campaign } from '../support/campaign.ts';
import { runJson } from '../support/hub/command-line.ts';
import { startFollower } from '../support/hub/follower.ts';
import type { HubClient } from '../support/hub/hub-client.ts';
import { launchHubCommand, type ProcessOptions } from '../support/hub/hub-process.ts';
import { type PersistentPlayer, startPersistentPlayer } from '../support/hub/persistent-player.ts';
import { startSteadyReaders } from '../support/hub/steady-readers.ts';
import { seededRandom } from '../support/seeded-random.ts';

export interface RebuildStage {
  readonly options: ProcessOptions;
  readonly plugins: HubClient;
  readonly replicas: readonly HubClient[];
  /** Stops the hub, and expects that it ends well. */
  stop(): Promise<void>;
}

export const { runs: kills, seed, label } = campaign(20);
export const rebuildTimeoutMs = 240_000 + kills * 20_000;

/**
 * Short, so that a killed rebuild still has events to read; without a rest, the player takes the
 * whole machine.
 */
const restMs = 50;

/** Each of these projections costs two commands. */
const movedToAndFro =
  kills < 20 ? ['access', 'account-state', 'event-feed'] : projections.map(({ name }) => name);

/** Rebuilds and moves every projection while a plugin reports, readers ask and followers follow. */
export async function expectNobodyToNotice(stage: RebuildStage): Promise<void> {
  const { options } = stage;
  const { player, everybody } = await openGuild(stage);
  const readers = await Promise.all(everybody.map(startReaders));

  await rebuildThroughKills(options);
  await runJson(options.environment, ['projections', 'verify', 'event-feed']);
  const { rebuilt } = await runJson(options.environment, ['projections', 'rebuild', '--all', '--promote']);
  expect(rebuilt.map(({ state }: { state: string }) => state)).toEqual(projections.map(() => 'live'));
  for (const name of movedToAndFro) {
    const { from, to } = await runJson(options.environment, ['projections', 'rollback', name]);
    expect(await runJson(options.environment, ['projections', 'promote', name])).toMatchObject({
      name,
      from: to,
      to: from,
    });
  }
  await runJson(options.environment, ['projections', 'retire', 'event-feed', '--previous']);

  await player.stop();
  expect(player.refusals).toEqual([]);
  for (const each of readers) await each.expectNothingNoticed();
  await stage.stop();
}

async function openGuild({ options, plugins, replicas }: RebuildStage) {
  await runJson(options.environment, ['member', 'add', 'Merrin']);
  const keys = await Promise.all(replicas.map(() => makeKey(options)));
  const [first] = replicas;
  const { body } = (await first?.get('/events?cursor=now', { key: keys[0] ?? '' })) ?? {};
  const { code } = await runJson(options.environment, ['pair', 'Merrin']);
  const player = startPersistentPlayer(plugins, await plugins.pairWith(code), 'Quillon Fen', { restMs });
  const cursor: string = body.meta.next_cursor;
  const everybody = replicas.map((client, index) => ({ client, key: keys[index] ?? '', cursor, player }));
  return { player, everybody };
}

async function makeKey(options: ProcessOptions): Promise<string> {
  const categories = 'activity,location_live,location_history,stats,equipment,inventory,events';
  const { key } = await runJson(options.environment, [
    ...['key', 'create', '--service', '--name', 'test', '--rate-limit', '6000'],
    ...['--categories', categories],
  ]);
  return key;
}

interface Reading {
  readonly client: HubClient;
  readonly key: string;
  readonly cursor: string;
  readonly player: PersistentPlayer;
}

async function startReaders({ client, key, cursor, player }: Reading) {
  const accountId = await firstAccount(client, key, player);
  const steady = startSteadyReaders(client, key, [accountId]);
  const follower = startFollower(client, key, cursor);
  const sessions = () => client.get(`/accounts/${accountId}/sessions`, { key });
  const before = await sessions();

  return {
    expectNothingNoticed: async () => {
      const after = await sessions();
      expect(after.body.data.sessions[0].id).toBe(before.body.data.sessions[0].id);
      await follower.stopAt(player.acknowledged.at(-1) ?? '');
      expect(await steady.stop()).toEqual([]);
      expect(steady.answered()).toBeGreaterThan(100);
      // For a single player, the order of arrival is the order of the log.
      expect(follower.markers).toEqual(player.acknowledged);
    },
  };
}

/** @returns the id of an account with a session and over 20 acknowledged reports */
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

async function rebuildThroughKills(options: ProcessOptions): Promise<void> {
  const random = seededRandom(seed);
  const command = ['projections', 'rebuild', '--all', '--rate', '1000'];
  for (let kill = 0; kill < kills; kill += 1) {
    const rebuild = launchHubCommand(options, command);
    await Promise.race([rebuild.ended, delay(400 + random() * 2_500)]);
    rebuild.signal('SIGKILL');
    await rebuild.ended;
  }
  const { rebuilt } = await runJson(options.environment, ['projections', 'rebuild', '--all']);
  expect(rebuilt.map(({ name, state }: { name: string; state: string }) => [name, state]).sort()).toEqual(
    projections.map(({ name }) => [name, 'ready']).sort(),
  );
  const { projections: all } = await runJson(options.environment, ['projections']);
  expect(all.filter(({ state }: { state: string }) => state === 'building')).toEqual([]);
}
