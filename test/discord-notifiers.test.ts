import { expect, test } from 'vitest';
import { dinkFixture } from '../services/ingest/plugins/dink/testing/dink-messages.ts';
import {
  type DiscordBody,
  discordFixture,
} from '../services/ingest/plugins/discord-notifiers/testing/discord-messages.ts';
import { findLive } from '../shared/projection/generations/generations.ts';
import { runJson } from './support/hub/command-line.ts';
import { startTestHub } from './support/hub/hub.ts';
import { serveAtOnce } from './support/hub/serve-at-once.ts';

async function openNotifiedHub() {
  const hub = await startTestHub();
  await serveAtOnce(hub.database);
  const memberId = await hub.addMember('Merrin');
  const [token, dinkToken] = [await hub.pair(memberId), await hub.pair(memberId)];
  const key = await hub.makeKey();
  const send = async (path: string, body: DiscordBody) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${hub.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  const notify = (body: DiscordBody) => send(`/api/discord/${token}`, body);
  const dink = (body: DiscordBody) => send(`/api/dink/${dinkToken}`, body);
  return { hub, key, notify, dink };
}

test('notifiers fill the feed of a player, and show the player in the game', async () => {
  const { hub, key, notify } = await openNotifiedHub();
  const sent = [
    ...['universal-loot', 'notifier-level', 'death-notifications', 'collection-logger', 'better-loot-pet'],
    ...['notifier-quest', 'group-bank', 'max-hit', 'loot-logger-unnamed'],
  ];
  for (const name of sent) expect(await notify(discordFixture(name))).toBe(204);
  const seen = ({ body }: { readonly body: DiscordBody }) => body.data.length === 10;
  const { body } = await hub.getUntil('/events?limit=20', { key, seen, withinMs: 20_000 });
  expect(body.data.map(({ type, title, line }: DiscordBody) => [type, title, line])).toEqual([
    ['loot', 'Loot: Tanzanite fang', 'Quillon Fen received Tanzanite fang (2.3M) from Zulrah'],
    ['level_up', 'Level up: Attack 70', 'Quillon Fen reached Attack 70'],
    ['level_up', 'Level up: Strength 71', 'Quillon Fen reached Strength 71'],
    ['death', 'Death', 'Quillon Fen died'],
    [
      'collection_log',
      'Collection log: Tanzanite fang',
      'Quillon Fen added Tanzanite fang to the collection log',
    ],
    ['PET', 'Pet', 'Quillon Fen received a pet'],
    ['discord', 'Discord', 'Quillon Fen has just completed: Dragon Slayer I'],
    [
      'discord',
      'Discord',
      'Quillon Fen deposited 2 Coals to the Group Bank. Quillon Fen withdrew 100K Coins from the Group Bank',
    ],
    ['discord', 'Got a Max Hit!', 'Quillon Fen had an event: Max Hit!'],
    ['loot', 'Loot: Bones', 'Quillon Fen received Bones from Goblin'],
  ]);
  const snapshot = await hub.get('/snapshot', { key });
  expect(snapshot.body.data).toMatchObject([{ name: 'Quillon Fen', type_label: 'Ironman', online: true }]);
});

test('a drop that Dink and a notifier report is one event', async () => {
  const { hub, key, notify, dink } = await openNotifiedHub();
  const drop = dinkFixture('dink-loot-npc');
  drop.embeds = [{ timestamp: new Date().toISOString() }];
  expect(await dink(drop)).toBe(200);
  const loot = discordFixture('universal-loot');
  loot.embeds[0].description = loot.embeds[0].description.replace('200 x', '120 x');
  expect(await notify(loot)).toBe(204);
  // Without icons, the hub finds items by the names that Dink has shown.
  const level = dinkFixture('dink-level-single');
  const [[skill, reached]] = Object.entries(level.extra.levelledSkills) as [[string, number]];
  level.embeds = [{ timestamp: new Date().toISOString() }];
  expect(await dink(level)).toBe(200);
  expect(await notify({ content: `Quillon Fen leveled ${skill} to ${reached}` })).toBe(204);
  await hub.projected();
  const { body } = await hub.get('/events?limit=10', { key });
  expect(body.data.map(({ type }: DiscordBody) => type)).toEqual(['loot', 'level_up']);
});

test('a message is translated again from its stored body, and the events keep their ids', async () => {
  const { hub, notify } = await openNotifiedHub();
  for (const name of ['universal-loot', 'split-tracker-level', 'notifier-quest', 'max-hit']) {
    expect(await notify(discordFixture(name))).toBe(204);
  }
  await hub.projected();
  const replay = () =>
    runJson(hub.environment, ['raw', 'replay', '--account', 'Quillon Fen', '--since', '1h']);
  expect(await replay()).toMatchObject({ bodies: 4, events: 0 });
  const live = await findLive(hub.database, 'event-feed');
  await hub.database.run({ text: `delete from ${live?.schema}.event where type in ('discord', 'level_up')` });
  expect(await replay()).toMatchObject({ bodies: 4, events: 4 });
});
