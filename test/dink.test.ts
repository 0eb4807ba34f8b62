import { expect, test } from 'vitest';
import { type DinkBody, dinkFixture } from '../services/ingest/plugins/dink/testing/dink-messages.ts';
import { findLive } from '../shared/projection/generations/generations.ts';
import { runJson } from './support/hub/command-line.ts';
import { startTestHub } from './support/hub/hub.ts';
import { serveAtOnce } from './support/hub/serve-at-once.ts';

async function openPastedHub() {
  const hub = await startTestHub();
  await serveAtOnce(hub.database);
  const token = await hub.pair(await hub.addMember('Merrin'));
  const key = await hub.makeKey();
  const answer = await fetch(`${hub.url}/api/dink/${token}/config`);
  const settings = (await answer.json()) as {
    readonly discordWebhook: string;
    readonly metadataWebhook: string;
  };
  return { hub, key, settings };
}

function madeAgo(name: string, ms: number, change: (body: DinkBody) => void = () => {}): DinkBody {
  const body = dinkFixture(name);
  body.embeds = [{ timestamp: new Date(Date.now() - ms).toISOString() }];
  change(body);
  return body;
}

async function post(url: string, body: DinkBody): Promise<number> {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

/** The request that Dink sends for a message with a screenshot. */
async function postUpload(url: string, body: DinkBody): Promise<number> {
  const form = new FormData();
  form.set('payload_json', JSON.stringify(body));
  form.set('file', new Blob([new Uint8Array(1_000_000)], { type: 'image/png' }), 'lootImage.png');
  return (await fetch(url, { method: 'POST', body: form })).status;
}

test('messages of Dink reach the feed, the snapshot and the sessions, and a repeated message counts once', async () => {
  const { hub, key, settings } = await openPastedHub();
  const { discordWebhook, metadataWebhook } = settings;
  expect(await post(metadataWebhook, madeAgo('dink-login', 9_000))).toBe(200);
  const loot = madeAgo('dink-loot-npc', 5_000);
  expect(await post(discordWebhook, loot)).toBe(200);
  expect(await postUpload(discordWebhook, loot)).toBe(200);
  expect(await post(discordWebhook, loot)).toBe(200);
  expect(await post(discordWebhook, madeAgo('dink-achievement-diary', 4_000))).toBe(200);
  expect(await post(discordWebhook, madeAgo('dink-trade', 3_000))).toBe(204);

  const seen = ({ body }: { readonly body: DinkBody }) => body.data.length === 2;
  const { body } = await hub.getUntil('/events?limit=10', { key, seen, withinMs: 20_000 });
  expect(body.data.map(({ type, title, line }: DinkBody) => [type, title, line])).toEqual([
    ['loot', 'Loot: Tanzanite fang', 'Quillon Fen received Tanzanite fang (2.3M) from Zulrah'],
    ['achievement_diary', 'Hard Varrock diary', 'Quillon Fen completed the Hard Varrock diary'],
  ]);
  expect(body.data[0]).toMatchObject({ value_gp: 2_329_167, item_id: 12_922, npc_id: 2_042 });
  const { dinkAccountHash, playerName, accountType, embeds, ...passed } = loot;
  expect(body.data[0].data).toEqual(passed);

  const online = ({ body: { data } }: { readonly body: DinkBody }) => data[0]?.online === true;
  const snapshot = await hub.getUntil('/snapshot', { key, seen: online, withinMs: 20_000, everyMs: 1_100 });
  const [entry] = snapshot.body.data;
  expect(entry).toMatchObject({
    name: 'Quillon Fen',
    type_label: 'Ironman',
    account_hash: dinkAccountHash,
    owner: { name: 'Merrin' },
    world: 420,
    game_state: 'LOGGED_IN',
  });

  expect(await post(metadataWebhook, madeAgo('dink-logout', 1_000))).toBe(200);
  const over = ({ body: { data } }: { readonly body: DinkBody }) => data.sessions[0]?.ended_at !== null;
  const sessions = await hub.getUntil(`/accounts/${entry.id}/sessions`, {
    key,
    seen: over,
    withinMs: 20_000,
  });
  expect(sessions.body.data.sessions).toMatchObject([{ end_reason: 'logout', worlds: [486, 420] }]);
});

test('the events of a player have no place and no world for a key that may read only events', async () => {
  const { hub, settings } = await openPastedHub();
  const reader = await hub.makeKey({ categories: ['events'] });
  expect(await post(settings.discordWebhook, madeAgo('dink-player-kill', 2_000))).toBe(200);
  expect(await post(settings.discordWebhook, madeAgo('dink-death-npc', 1_000))).toBe(200);
  const seen = ({ body }: { readonly body: DinkBody }) => body.data.length === 2;
  const { body } = await hub.getUntil('/events?limit=10', { key: reader, seen, withinMs: 20_000 });
  expect(body.data.map(({ line }: DinkBody) => line)).toEqual([
    'Sable Orrin killed Brackwater',
    'Quillon Fen died to Vorkath and lost 1.8M',
  ]);
  expect(JSON.stringify(body.data)).not.toMatch(/"(?:location|regionId|world|plane|instanced)"/);
});

test('a message without a time and its retries become one event', async () => {
  const { hub, key, settings } = await openPastedHub();
  const loot = dinkFixture('dink-loot-plain-content');
  const another = { ...loot, extra: { ...loot.extra, killCount: 205 } };
  for (const body of [loot, loot, another, loot]) expect(await post(settings.discordWebhook, body)).toBe(200);
  await hub.projected();
  const { body } = await hub.get('/events?limit=10', { key });
  expect(body.data.map(({ data }: DinkBody) => data.extra.killCount)).toEqual([204, 205]);
});

test('a message is translated again from its stored body, and its events keep their ids', async () => {
  const { hub, settings } = await openPastedHub();
  for (const name of ['dink-loot-npc', 'dink-level-multi-virtual', 'dink-quest']) {
    expect(await post(settings.discordWebhook, madeAgo(name, 2_000))).toBe(200);
  }
  await hub.projected();
  const replay = () =>
    runJson(hub.environment, ['raw', 'replay', '--account', 'Quillon Fen', '--since', '1h']);
  expect(await replay()).toMatchObject({ bodies: 3, events: 0 });

  const live = await findLive(hub.database, 'event-feed');
  const lost = { text: `delete from ${live?.schema}.event where type in ('QUEST', 'level_up')` };
  await hub.database.run(lost);
  expect(await replay()).toMatchObject({ bodies: 3, events: 3 });
});
