import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { gameEvent } from '../projections/event-feed/testing/game-events.ts';
import { projections } from '../projections/registry.ts';
import { packTiles } from '../shared/domain/pack-tiles.ts';
import { type NewEvent, newEvent } from '../shared/events/event.ts';
import { tilesWalked } from '../shared/events/types/tiles-walked.ts';
import { campaign } from './support/campaign.ts';
import { deadline, inTime } from './support/deadline.ts';
import { runJson } from './support/hub/command-line.ts';
import { startTestHub, type TestHub } from './support/hub/hub.ts';
import { serveAtOnce } from './support/hub/serve-at-once.ts';
import { reportEverything, tablesOfAccount, untilGone } from './support/hub/whole-player.ts';
import { tablesThatHold } from './support/postgres/stored-text.ts';

/** A player who comes back after an erasure is another account, so the test needs two rounds. */
const { runs: erasures, label } = campaign(3, 2);
const fixture = (name: string) =>
  readFile(new URL(`./fixtures/reports/${name}.json`, import.meta.url), 'utf8').then(JSON.parse);

async function openGuild() {
  const hub = await startTestHub();
  const command = (...args: string[]) => runJson(hub.environment, args);

  await command('member', 'add', 'Merrin Vask', '--chat-id', 'chat-4711');
  await command('member', 'add', 'Bram');
  const { key } = await command('key', 'create', '--service', '--name', 'map', '--categories', everything);
  const tokens = {
    merrin: await hub.pairWith((await command('pair', 'Merrin Vask')).code),
    bram: await hub.pairWith((await command('pair', 'Bram')).code),
  };
  return { hub, command, database: hub.database, key, tokens };
}

const everything = 'stats,events,activity,location_live,location_history,equipment,inventory';

const zelda = { name: 'Zelda Quist', accountHash: 'a1b2c3d4'.repeat(7) };
const other = { name: 'Otto Brandt', accountHash: '5e6f7a8b'.repeat(7) };

async function accountId(hub: TestHub, key: string, name: string): Promise<string> {
  const shown = await hub.getUntil('/accounts', {
    key,
    withinMs: 10_000,
    seen: ({ body }) => body.data?.some((account: { name: string }) => account.name === name),
  });
  return shown.body.data.find((account: { name: string }) => account.name === name).id;
}

test(`an erased account is gone from every answer, every generation and every stored row within a second (${label})`, {
  tags: ['deadline'],
}, async () => {
  const { hub, command, database, key, tokens } = await openGuild();
  await reportEverything(hub, tokens.bram, other);
  const otherId = await accountId(hub, key, other.name);
  // A second generation of every projection, which follows the log next to the live generation.
  await command('projections', 'rebuild', '--all', '--full-speed');
  const ids: string[] = [];
  for (let round = 0; round < erasures; round += 1) {
    await reportEverything(hub, tokens.merrin, zelda);
    const id = await accountId(hub, key, zelda.name);
    ids.push(id);
    await hub.append([...reportedTwice(id), walked(id)]);
    await expect
      .poll(() => tablesOfAccount(database, id), { timeout: 10_000 })
      .toEqual(
        expect.arrayContaining(
          [
            'event_feed_g1.event',
            'event_feed_g2.event',
            ...besideTheFeed,
            'tile_trail_g1',
            'tile_trail_g2',
            'xp_history_g1',
            'xp_history_g2',
          ].map((table) => expect.stringContaining(table)),
        ),
      );
    expect(await tablesThatHold(database, [zelda.name])).not.toEqual([]);

    const erasing = command('account', 'erase', id);
    const goneAt = await untilGone(database, id);
    expect(await erasing).toMatchObject({ id, erased: true });
    expect(goneAt - (await statedAt(database)), inTime).toBeLessThan(deadline(1_000));
    expect((await hub.get(`/accounts/${id}`, { key })).status).toBe(404);
    expect(await tablesOfAccount(database, id)).toEqual([]);
    for (const path of ['/accounts', '/events?limit=500', '/events?from=2020-01-01T00:00:00Z', '/snapshot']) {
      const { body } = await hub.get(path, { key });
      expect(JSON.stringify(body)).not.toContain(id);
      expect(JSON.stringify(body)).not.toContain(zelda.name);
    }
    expect(await tablesThatHold(database, [zelda.name, zelda.name.toLowerCase(), zelda.accountHash])).toEqual(
      [],
    );
    expect((await hub.get(`/accounts/${otherId}`, { key })).status).toBe(200);
  }
  expect(new Set(ids).size).toBe(erasures);
});

test('a rebuild from zero after erasures equals the live generation, and brings no erased data back', async () => {
  const { hub, command, database, key, tokens } = await openGuild();
  await reportEverything(hub, tokens.bram, other);
  await reportEverything(hub, tokens.merrin, zelda);
  const id = await accountId(hub, key, zelda.name);
  await accountId(hub, key, other.name);
  await command('share', other.name, 'stats', 'selected', '--with', 'Merrin Vask,Bram');
  const before = await positions(database);
  await command('account', 'erase', id);
  await reportEverything(hub, tokens.merrin, { ...zelda, name: 'Fresh Start' });
  const again = await accountId(hub, key, 'Fresh Start');
  expect(again).not.toBe(id);
  await command('member', 'erase', 'Merrin Vask', '--accounts', 'keep');

  expect((await hub.report(tokens.merrin, await fixture('ha-snapshot'))).status).toBe(401);
  const { accounts } = await command('account', 'list');
  expect(accounts).toMatchObject([
    { id: again, owner: null },
    { name: other.name, owner: 'Bram', sharing: { stats: { audience: 'selected', with: ['Bram'] } } },
  ]);
  const gone = ['Merrin', 'chat-4711', zelda.name];
  expect(await tablesThatHold(database, gone)).toEqual([]);
  for (const [place, offset] of await positions(database)) {
    expect(offset).toBeGreaterThanOrEqual(before.get(place) ?? 0);
  }

  await command('projections', 'rebuild', '--all', '--full-speed');
  for (const { name } of projections) {
    const { equal, differences, live, candidate } = await command('projections', 'verify', name);
    expect({ name, equal, differences }).toEqual({ name, equal: true, differences: [] });
    expect(candidate.digest).toBe(live.digest);
  }
  expect(await tablesOfAccount(database, id)).toEqual([]);
  expect(await tablesThatHold(database, gone)).toEqual([]);
});

test('a feed cursor from before an erasure continues after it', async () => {
  const { hub, command, database, key, tokens } = await openGuild();
  await serveAtOnce(database);
  await reportEverything(hub, tokens.bram, other);
  await reportEverything(hub, tokens.merrin, zelda);
  const id = await accountId(hub, key, zelda.name);
  const sees = (accountId: string) => (event: { account: { id: string } }) => event.account.id === accountId;
  const all = await hub.getUntil('/events?limit=500', {
    key,
    withinMs: 15_000,
    seen: ({ body }) => body.data?.some(sees(id)),
  });
  const cursor = all.body.meta.next_cursor;
  await command('account', 'erase', id);
  const behind = await hub.get(`/events?cursor=${cursor}`, { key });
  expect(behind.body).toMatchObject({ data: [], meta: { next_cursor: cursor } });
  await reportEverything(hub, tokens.merrin, zelda);
  const again = await accountId(hub, key, zelda.name);
  const next = await hub.getUntil(`/events?cursor=${cursor}`, {
    key,
    withinMs: 15_000,
    seen: ({ body }) => body.data?.length > 0,
  });
  expect(next.body.data.every(sees(again))).toBe(true);
});

const besideTheFeed = ['account_reporter', 'recent_event', 'duplicate', 'event_item', 'item_name'].map(
  (table) => `event_feed_g1.${table}`,
);

function reportedTwice(accountId: string): NewEvent[] {
  return ['ha', 'other'].map((source) => ({ ...gameEvent(accountId), source }));
}

function walked(accountId: string): NewEvent {
  const minute = Math.floor(Date.now() / 60_000);
  const tile = { at: minute * 60_000, x: 3_200, y: 3_200, plane: 0, world: 330, is_on_boat: false };
  const tiles = packTiles(minute, [tile]).toString('base64');
  return newEvent(tilesWalked, { subject: accountId, source: 'ha' }, { minute, tiles });
}

/** Append time of the newest erasure, epoch ms. */
async function statedAt(database: TestHub['database']): Promise<number> {
  const { at } = await database.one<{ at: number }>({
    text: `select max(append_time) as at from log.hub_membership where type = 'account-erased'`,
  });
  return at;
}

async function positions(database: TestHub['database']): Promise<Map<string, number>> {
  const rows = await database.many<{ place: string; next_offset: number }>({
    text: `select projection || ' ' || generation || ' ' || stream || ' ' || partition as place, next_offset
           from projection.checkpoint`,
  });
  return new Map(rows.map((row) => [row.place, row.next_offset]));
}
