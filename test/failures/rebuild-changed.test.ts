import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { achievementsProjection } from '../../projections/account-achievements/projection.ts';
import { accountNamesProjection } from '../../projections/account-names/projection.ts';
import { auditLogProjection } from '../../projections/audit-log/projection.ts';
import { killsProjection } from '../../projections/boss-kills/projection.ts';
import { itemStoragesProjection } from '../../projections/item-storages/projection.ts';
import { projections } from '../../projections/registry.ts';
import { tileTrailProjection } from '../../projections/tile-trail/projection.ts';
import { recordsProjection } from '../../projections/xp-records/projection.ts';
import { campaign, runsCampaigns } from '../support/campaign.ts';
import { type Follower, startFollower } from '../support/hub/follower.ts';
import type { Answer, HubClient } from '../support/hub/hub-client.ts';
import { type HubParts, openHubParts } from '../support/hub/hub-parts.ts';
import { type PersistentPlayer, startPersistentPlayer } from '../support/hub/persistent-player.ts';
import { startSteadyReaders } from '../support/hub/steady-readers.ts';
import { everyLog } from '../support/kafka/hub.ts';
import { patient } from '../support/runner/patience.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { generationMarks } from './generation-marks.ts';
import { changed, startNextRelease } from './next-release.ts';

const logs = (await everyLog('A release with other folds next to readers')).filter(({ missing }) => !missing);
const { runs: moves, seed, label } = campaign(10, 3);
const players = ['Quillon Fen', 'Merrin Oak', 'Tamsin Reed', 'Bram Holt'];
const readersMax = 4;
const servedMaxMs = 1_000;

for (const { log, settings } of logs) {
  // Each log takes two processors for two minutes.
  test.skipIf(log === 'Kafka' && !runsCampaigns)(
    `no answer mixes generations, and no ETag fits two answers, while changed folds are promoted and rolled back, on ${log} (${label})`,
    { timeout: patient(540_000) },
    async () => {
      const random = seededRandom(seed);
      const hub = await openHubParts(settings());
      const { guild, replicas, accountIds, cursor } = await startGuild(hub);
      const next = await startNextRelease(hub.database, hub.options.environment);
      const generations = createGenerationCheck();
      const keys = await Promise.all(Array.from({ length: readersMax }, () => serviceKey(hub)));
      const readers = keys.map((key, index) =>
        startSteadyReaders(replicas[index % 2] ?? replicas[0], key, accountIds, generations.check),
      );
      const followers = replicas.map((client, index) => startFollower(client, keys[index] ?? '', cursor));

      await generations.untilAllFrom(false);
      for (let move = 0; move < moves; move += 1) {
        await next.promoteAll();
        await delay(random() * servedMaxMs);
        await next.rollBackAll();
        await delay(random() * servedMaxMs);
      }
      await next.promoteAll();
      await generations.untilAllFrom(true);
      for (const reader of readers) expect(await reader.stop()).toEqual([]);
      await Promise.all(guild.map((player) => player.stop()));
      for (const follower of followers) await expectWholeFeed(follower, guild);
    },
  );
}

async function startGuild(hub: HubParts) {
  const [ingest, left, right] = await Promise.all([
    hub.start('ingest'),
    hub.start('query'),
    hub.start('query'),
    hub.start('projector'),
  ]);
  await hub.command('member', 'add', 'Merrin');
  const key = await serviceKey(hub);
  const { body: feed } = await left.client.get('/events?cursor=now', { key });
  const { code } = await hub.command('pair', 'Merrin');
  const token = await ingest.client.pairWith(code);
  const guild = players.map((name) => startPersistentPlayer(ingest.client, token, name));
  const { body } = await left.client.getUntil('/accounts', {
    key,
    seen: ({ body: accounts }) => accounts.data?.length === players.length,
    withinMs: 20_000,
  });
  const accountIds: string[] = body.data.map(({ id }: { id: string }) => id);
  const replicas: [HubClient, HubClient] = [left.client, right.client];
  return { guild, accountIds, replicas, cursor: feed.meta.next_cursor as string };
}

async function serviceKey(hub: HubParts): Promise<string> {
  const categories = 'activity,location_live,location_history,stats,equipment,inventory,events';
  const { key } = await hub.command(
    ...`key create --service --name test --rate-limit 6000 --categories ${categories}`.split(' '),
  );
  return key;
}

/** Either release may serve an event. */
async function expectWholeFeed(follower: Follower, guild: readonly PersistentPlayer[]): Promise<void> {
  const given = () => follower.markers.map((marker) => marker.replace(changed.marker, ''));
  await follower.stopAt(...guild.map(({ acknowledged }) => changed.marker + (acknowledged.at(-1) ?? '')));
  for (const { acknowledged } of guild) {
    const mine = new Set(acknowledged);
    expect(given().filter((marker) => mine.has(marker))).toEqual(acknowledged);
  }
  expect(given().length).toBe(guild.flatMap(({ acknowledged }) => acknowledged).length);
}

/**
 * The read API shows nothing of the audit log and of earlier names. Tiles wait longer in ingest
 * than this test takes, the players have no kill counts, banks and achievements, and the readers
 * ask for no records.
 */
const notShown = [
  auditLogProjection,
  accountNamesProjection,
  tileTrailProjection,
  killsProjection,
  itemStoragesProjection,
  achievementsProjection,
  recordsProjection,
].map(({ name }) => name);

function createGenerationCheck() {
  const shown = projections.filter(({ name }) => !notShown.includes(name));
  const seen = new Map<string, Set<boolean>>(shown.map(({ name }) => [name, new Set()]));
  const ofTag = new Map<string, string>();

  return {
    /** @throws when the answer mixes generations, or a different answer had the same ETag */
    check: (path: string, answer: Answer): void => {
      const projections = Map.groupBy(generationMarks(path, answer), ([projection]) => projection);
      for (const [projection, marks] of projections) {
        const releases = new Set(marks.map(([, isNext]) => isNext));
        if (releases.size > 1) throw new Error(`mixes generations of ${projection}`);
        for (const isNext of releases) seen.get(projection)?.add(isNext);
      }
      const tag = answer.headers.get('etag');
      if (tag === null) return;
      const data = JSON.stringify(answer.body.data);
      if ((ofTag.get(tag) ?? data) !== data) throw new Error(`${tag} was the ETag of a different answer`);
      ofTag.set(tag, data);
    },
    untilAllFrom: async (isNext: boolean) => {
      const missing = () =>
        [...seen].flatMap(([projection, releases]) => (releases.has(isNext) ? [] : [projection]));
      await expect.poll(missing).toEqual([]);
    },
  };
}
