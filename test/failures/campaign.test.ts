import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { projections } from '../../projections/registry.ts';
import { campaign, runsCampaigns } from '../support/campaign.ts';
import { type Follower, startFollower } from '../support/hub/follower.ts';
import { type PersistentPlayer, startPersistentPlayer } from '../support/hub/persistent-player.ts';
import { ownKafkaFor } from '../support/kafka/kafka.ts';
import { patient } from '../support/runner/patience.ts';
import { type CampaignHub, openCampaignHub } from './campaign-hub.ts';
import { planFaults, strikeAll } from './faults.ts';
import { untilRetentionIsBack } from './mishaps.ts';

const kind = await ownKafkaFor('The campaign of faults');
/** With this seed, the four faults of `npm test` take 18 s, and none freezes a process for 40 s. */
const sampleSeed = 193;
const { runs: faults, seed, label } = campaign(40, 1, sampleSeed);
const players = Array.from({ length: 6 }, (_, index) => `Walker ${index}`);
/** Reports are the main cost of a short run. */
const restMs = runsCampaigns ? 100 : 1_000;
const recoversWithinMs = 30_000;

test.skipIf(kind === null)(
  `a hub loses no acknowledged report in ${faults} faults of every process, the broker, the database and the operators (${label})`,
  {
    timeout: patient(300_000 + faults * 45_000),
  },
  async () => {
    if (kind === null) return;
    tell(label);
    const hub = await openCampaignHub(kind);
    const { key, cursor, guild } = await startGuild(hub);
    const follower = startFollower(hub.client, key, cursor, { patient: true });
    await strikeAll(planFaults(faults, seed), hub.targets, hub.mishaps, tell);
    await expectRecovery(hub, guild);
    await Promise.all(guild.map((player) => player.stop()));

    tell(`${guild.flatMap(({ acknowledged }) => acknowledged).length} reports acknowledged`);
    await expectEachServedOnce(hub, key, cursor, guild, follower);
    await expectLastHitpoints(hub, key, guild);
    await expectReplayEqual(hub);
    await untilRetentionIsBack(hub.brokers);
    expect(hub.parts.flatMap(({ crashes }) => crashes)).toEqual([]);
  },
);

async function startGuild({ client, command }: CampaignHub) {
  await command('member add Merrin');
  const { key } = await command(
    'key create --service --name test --categories events,activity,stats --rate-limit 6000',
  );
  const { body } = await client.get('/events?cursor=now', { key });
  const { code } = await command('pair Merrin');
  const token = await client.pairWith(code);
  const guild = players.map((name) => startPersistentPlayer(client, token, name, { restMs }));
  return { key, cursor: body.meta.next_cursor as string, guild };
}

async function expectRecovery(hub: CampaignHub, guild: readonly PersistentPlayer[]): Promise<void> {
  const before = guild.map(({ acknowledged }) => acknowledged.length);
  const started = performance.now();
  const isAcknowledged = () =>
    guild.every(({ acknowledged }, index) => acknowledged.length > (before[index] ?? 0) + 1);
  await hub.untilWell(recoversWithinMs);
  while (!isAcknowledged()) {
    if (performance.now() - started > patient(recoversWithinMs)) throw new Error('nothing is acknowledged');
    await delay(50);
  }
  tell(`all is well again after ${Math.round(performance.now() - started)} ms`);
}

async function expectEachServedOnce(
  { client }: CampaignHub,
  key: string,
  cursor: string,
  guild: readonly PersistentPlayer[],
  follower: Follower,
): Promise<void> {
  const last = guild.map(({ acknowledged }) => acknowledged.at(-1) ?? '');
  const later = startFollower(client, key, cursor, { patient: true });
  await Promise.all([follower.stopAt(...last), later.stopAt(...last)]);
  for (const { acknowledged } of guild) {
    const mine = new Set(acknowledged);
    expect(follower.markers.filter((marker) => mine.has(marker))).toEqual(acknowledged);
  }
  expect(follower.markers.length).toBe(guild.flatMap(({ acknowledged }) => acknowledged).length);
  expect(later.markers).toEqual(follower.markers);
}

async function expectLastHitpoints(
  { client }: CampaignHub,
  key: string,
  guild: readonly PersistentPlayer[],
): Promise<void> {
  const expected = guild.map(({ name, hitpoints }) => [name, hitpoints]);
  await client.getUntil('/snapshot', {
    key,
    seen: ({ body }) => {
      const shown = body.data?.map((each: { name: string; hp: { current: number } }) => [
        each.name,
        each.hp.current,
      ]);
      return JSON.stringify(shown?.toSorted()) === JSON.stringify(expected.toSorted());
    },
    withinMs: 10_000,
    everyMs: 1_100,
  });
}

async function expectReplayEqual({ command }: CampaignHub): Promise<void> {
  await command('projections rebuild --all --full-speed');
  for (const { name } of projections) {
    const { equal, differences } = await command(`projections verify ${name}`);
    expect({ name, equal, differences }).toEqual({ name, equal: true, differences: [] });
  }
}

function tell(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
