import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findWithheld } from '../../../../projections/event-feed/withheld.ts';
import { definitionOf } from '../../../../shared/events/catalogue.ts';
import type { NewEvent } from '../../../../shared/events/event.ts';
import { cutText } from '../../../../shared/json-text.ts';
import {
  type DinkBody,
  dinkFixture,
  gameEventsOf,
  readDink,
  sentOnTime,
  translatedDink,
} from './testing/dink-messages.ts';
import { translateDinkMessage } from './translate.ts';

const root = new URL('../../../../test/', import.meta.url);
const messages = readdirSync(new URL('fixtures/reports', root))
  .filter((file) => file.startsWith('dink-'))
  .map((file) => file.replace('.json', ''));

/** Without the random record id. */
function written(events: readonly NewEvent[]): string {
  return events
    .map(
      ({ stream, key, type, version, data }) => `${JSON.stringify({ stream, key, type, version, data })}\n`,
    )
    .join('');
}

async function columnsOf(body: DinkBody) {
  return gameEventsOf(await translatedDink(body)).map(({ event_id, data, occurred_at, ...columns }) =>
    Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null && value !== false)),
  );
}

describe('every sample message', () => {
  it('exists', () => {
    expect(messages).toHaveLength(39);
  });

  it.each(messages)('becomes exactly the expected events: %s', async (name) => {
    await expect(written(await translatedDink(dinkFixture(name)))).toMatchFileSnapshot(
      new URL(`golden/dink/${name}.jsonl`, root).pathname,
    );
  });

  it.each(messages)('becomes events that the log accepts, and always the same events: %s', async (name) => {
    const events = await translatedDink(dinkFixture(name));
    for (const { type, data } of events) expect(definitionOf(type)?.schema.parse(data)).toEqual(data);
    expect(written(await translatedDink(dinkFixture(name)))).toBe(written(events));
  });

  it.each(messages)('stores neither its sender nor its Discord layout: %s', async (name) => {
    const body = { ...dinkFixture(name), discordUser: { id: '7001', name: 'someone' } };
    const report = await readDink(body);
    if ('status' in report) return;
    expect(report.raw).not.toMatch(/discordUser|7001|dinkAccountHash|[0-9a-f]{56}/);
    for (const { data } of gameEventsOf(await translatedDink(body))) {
      const { playerName, accountType, embeds, ...kept } = body;
      const { discordUser, dinkAccountHash, ...passed } = kept;
      const { shown: _, ...sent } = JSON.parse(data);
      expect(Object.keys(sent)).toEqual(Object.keys(passed));
    }
  });

  it.each(messages)('is read again from its stored text: %s', async (name) => {
    const first = await readDink(dinkFixture(name));
    if ('status' in first) return;
    const again = await readDink(first.raw);
    if ('status' in again) throw new Error('refused');
    expect(again.player).toEqual({ ...first.player, identity: null });
    const times = sentOnTime(dinkFixture(name));
    expect(again.message.events).toEqual(first.message.events);
    const factsOf = ({ message }: typeof first) => translateDinkMessage(message, 'a', times);
    expect(factsOf(again)).toEqual(factsOf(first));
  });

  it.each(messages)('has event data that can be served without place and world: %s', async (name) => {
    for (const { data } of gameEventsOf(await translatedDink(dinkFixture(name)))) {
      const withheld = findWithheld(data);
      if (withheld === null) {
        expect(data).not.toMatch(/"(?:location|regionId|world)"/);
        continue;
      }
      expect(cutText(data, withheld.both)).not.toMatch(/"(?:location|regionId|world|instanced|plane)"/);
      expect(cutText(data, withheld.place)).not.toMatch(/"(?:location|regionId|plane)"/);
      expect(cutText(data, withheld.world)).not.toMatch(/"world"/);
    }
  });
});

describe('the columns of a game event', () => {
  it.each<[string, object[]]>([
    ['dink-loot-npc', [{ type: 'loot', value_gp: 2_329_167, item_id: 12_922, npc_id: 2_042 }]],
    ['dink-loot-event-raid', [{ type: 'loot', value_gp: 14_992_762, item_id: 26_219 }]],
    ['dink-loot-player-pk', [{ type: 'pk_loot', value_gp: 61_994, item_id: 995 }]],
    [
      'dink-loot-plain-content',
      [
        {
          ...{ type: 'loot', value_gp: 17_204_551, item_id: 11_832, npc_id: 2_215 },
          ...{ undated: true, resent_within_ms: 5_000 },
        },
      ],
    ],
    ['dink-death-npc', [{ type: 'death', value_gp: 1_884_512, item_id: 11_834, npc_id: 8_061 }]],
    ['dink-death-other', [{ type: 'death', value_gp: 0 }]],
    ['dink-death-pvp', [{ type: 'death', value_gp: 212_405, item_id: 995 }]],
    ['dink-level-single', [{ type: 'level_up', skill: 'Agility', level: 88 }]],
    [
      'dink-level-multi-virtual',
      [
        { type: 'level_up', skill: 'Strength', level: 103 },
        { type: 'level_up', skill: 'Hitpoints', level: 107 },
      ],
    ],
    [
      'dink-level-combat',
      [
        { type: 'level_up', skill: 'Attack', level: 40 },
        { type: 'level_up', skill: 'Combat', level: 42 },
      ],
    ],
    ['dink-level-max-xp', [{ type: 'level_up', skill: 'Cooking', level: 127 }]],
    ['dink-collection', [{ type: 'collection_log', item_id: 12_922, value_gp: 2_311_407 }]],
    ['dink-collection-minimal', [{ type: 'collection_log' }]],
    ['dink-achievement-diary', [{ type: 'achievement_diary', tier: 'HARD' }]],
    ['dink-combat-achievement', [{ type: 'combat_task', tier: 'ELITE', points: 4 }]],
    ['dink-chat-superior', [{ type: 'superior_spawn' }]],
    ['dink-player-kill', [{ type: 'PLAYER_KILL', value_gp: 78_187 }]],
    ['dink-clue', [{ type: 'CLUE', value_gp: 11_032_059, item_id: 19_553, tier: 'elite' }]],
    [
      'dink-barbarian-assault-gamble',
      [{ type: 'BARBARIAN_ASSAULT_GAMBLE', value_gp: 35_500, item_id: 3_122 }],
    ],
    ['dink-slayer', [{ type: 'SLAYER', points: 15 }]],
    ['dink-quest', [{ type: 'QUEST' }]],
    ['dink-pet', [{ type: 'PET' }]],
    ['dink-kill-count', [{ type: 'KILL_COUNT' }]],
    ['dink-xp-milestone', [{ type: 'XP_MILESTONE' }]],
    ['dink-external-plugin', [{ type: 'EXTERNAL_PLUGIN' }]],
    ['dink-speedrun', [{ type: 'SPEEDRUN', special_world: true }]],
    ['dink-leagues-area', [{ type: 'LEAGUES_AREA', special_world: true }]],
    ['dink-leagues-task', [{ type: 'LEAGUES_TASK', tier: 'HARD', points: 80, special_world: true }]],
    ['dink-login', []],
    ['dink-logout', []],
  ])('%s', async (name, expected) => {
    expect(await columnsOf(dinkFixture(name))).toEqual(expected);
  });

  it('have the type pk_loot when the loot is from the chest of killed players', async () => {
    const body = dinkFixture('dink-loot-event-raid');
    body.extra.source = 'Loot Chest';
    expect(await columnsOf(body)).toMatchObject([{ type: 'pk_loot' }]);
  });

  it('have the points also when the number has commas', async () => {
    const body = dinkFixture('dink-slayer');
    body.extra.slayerPoints = '1,204';
    expect(await columnsOf(body)).toMatchObject([{ points: 1_204 }]);
  });

  it('name the most valuable stack, also for values above 2^53', async () => {
    const body = dinkFixture('dink-loot-npc');
    const most = 2 ** 31 - 1;
    body.extra.items = [
      { id: 1, quantity: most, priceEach: most - 1 },
      { id: 2, quantity: most, priceEach: most },
      { id: 3, quantity: most, priceEach: most },
    ];
    expect(await columnsOf(body)).toEqual([{ type: 'loot', item_id: 2, npc_id: 2_042 }]);
  });
});

describe('a message that is ignored on purpose', () => {
  it.each([
    'dink-trade',
    'dink-grand-exchange',
    'dink-group-storage',
    'dink-group-bank-contents',
    'dink-toa-unique',
  ])('%s', async (name) => {
    expect(await readDink(dinkFixture(name))).toMatchObject({ status: 200, outcome: 'ignored' });
  });

  it('is any chat line except the line of the game about a superior', async () => {
    const body = dinkFixture('dink-chat-superior');
    for (const extra of [
      { ...body.extra, message: 'You have accepted a superior foe' },
      { ...body.extra, type: 'PUBLICCHAT', source: 'Tern Hollow' },
      {},
      null,
    ]) {
      expect(await readDink({ ...body, extra })).toMatchObject({ outcome: 'ignored' });
    }
  });

  it.each([{}, { type: '' }, { type: 7 }, { content: 'hello' }])(
    'is a message of no type: %j',
    async (body) => {
      expect(await readDink(body)).toMatchObject({ outcome: 'ignored' });
    },
  );
});

describe('the identity of an event', () => {
  const idsOf = async (body: DinkBody) =>
    gameEventsOf(await translatedDink(body)).map(({ event_id }) => event_id);

  it('stays the same with another order of keys, another place and other embeds', async () => {
    const body = dinkFixture('dink-loot-npc');
    const { items, ...rest } = body.extra;
    const other = { ...body, world: 301, regionId: 1, clanName: null, extra: { ...rest, items } };
    other.embeds = [{ timestamp: body.embeds[0].timestamp }];
    expect(await idsOf(other)).toEqual(await idsOf(body));
  });

  it.each<[string, (body: DinkBody) => void]>([
    ['type', (b) => (b.type = 'CLUE')],
    ['content', (b) => (b.extra.killCount += 1)],
    ['time', (b) => (b.embeds[0].timestamp = '2026-09-14T18:22:07.413513Z')],
  ])('changes with another %s', async (_, change) => {
    const body = dinkFixture('dink-loot-npc');
    const before = await idsOf(body);
    change(body);
    expect(await idsOf(body)).not.toEqual(before);
  });

  it('is different for each level of a message', async () => {
    expect(new Set(await idsOf(dinkFixture('dink-level-combat'))).size).toBe(2);
  });

  it('comes from the content alone when no time is readable, and the event is marked as undated', async () => {
    const body = dinkFixture('dink-loot-npc');
    const [dated] = gameEventsOf(await translatedDink(body));
    expect(dated.undated).toBeUndefined();
    const ids = new Set();
    for (const embeds of [
      [],
      null,
      [{}],
      [{ timestamp: 'yesterday' }],
      [{ timestamp: '2026-13-01T00:00:00Z' }],
    ]) {
      const [event] = gameEventsOf(await translatedDink({ ...body, embeds }));
      expect(event.undated).toBe(true);
      ids.add(event.event_id);
    }
    const [id, ...others] = ids;
    expect(others).toEqual([]);
    expect(id).not.toBe(dated.event_id);
    body.extra.killCount += 1;
    expect(await idsOf({ ...body, embeds: [] })).not.toEqual([id]);
  });
});

describe('the data of an event', () => {
  it('keeps the digits and the order of the message', async () => {
    const text =
      '{"type":"QUEST","playerName":"Quillon Fen","embeds":[],"b":1.50,"discordUser":{"id":1},"extra":{"playerName":"x","2":12345678901234567890,"1":[1e2]}}';
    const report = await readDink(text);
    if ('status' in report) throw new Error('refused');
    expect(report.message.events[0]?.data).toBe(
      '{"type":"QUEST","b":1.50,"extra":{"playerName":"x","2":12345678901234567890,"1":[1e2]}}',
    );
  });

  it('has only the level of this event, not the other levels of the message', async () => {
    const [attack, combat] = gameEventsOf(await translatedDink(dinkFixture('dink-level-combat')));
    expect(JSON.parse(attack.data).extra.levelledSkills).toEqual({ Attack: 40 });
    expect(JSON.parse(combat.data).extra.levelledSkills).toEqual({});
    expect(JSON.parse(combat.data).extra.combatLevel).toEqual({ value: 42, increased: true });
    const [strength] = gameEventsOf(await translatedDink(dinkFixture('dink-level-multi-virtual')));
    expect(JSON.parse(strength.data).extra.levelledSkills).toEqual({ Strength: 103 });
  });

  it('is replaced by a note when it is over 16 KiB', async () => {
    const body = dinkFixture('dink-loot-npc');
    body.extra.padding = 'x'.repeat(17_000);
    const [event] = gameEventsOf(await translatedDink(body));
    expect(JSON.parse(event.data)).toEqual({
      type: 'LOOT',
      eventId: null,
      timestamp: Date.parse('2026-09-14T18:22:07.413Z'),
      dropped: 'data over 16 KiB',
    });
    expect(event.value_gp).toBe(2_329_167);
  });
});

describe('presence', () => {
  const presenceIn = async (body: DinkBody) =>
    (await translatedDink(body)).find(({ type }) => type === 'account-seen')?.data;

  it('lasts for 25 minutes after any message of the player', async () => {
    const inGame = { game_state: 'LOGGED_IN', world: 486, in_game: true, timeout_ms: 25 * 60_000 };
    for (const name of ['dink-login', 'dink-loot-npc', 'dink-quest']) {
      const body = { ...dinkFixture(name), world: 486 };
      expect(await presenceIn(body)).toMatchObject({ ...inGame, at: Date.parse(body.embeds[0].timestamp) });
    }
    const { world, ...login } = dinkFixture('dink-login');
    expect(await presenceIn({ ...login, embeds: [] })).toMatchObject({ ...inGame, world });
  });

  it('also comes from a message without a time, which counts from its receipt', async () => {
    const body = dinkFixture('dink-loot-plain-content');
    const { at } = sentOnTime(body);
    expect(await presenceIn(body)).toMatchObject({ in_game: true, at });
  });

  it('ends with a logout, and so does the session', async () => {
    const body = dinkFixture('dink-logout');
    expect(await presenceIn(body)).toMatchObject({ game_state: null, in_game: false });
    const end = (await translatedDink(body)).find(({ type }) => type === 'session-ended');
    expect(end?.data).toEqual({ at: Date.parse(body.embeds[0].timestamp), reason: 'logout' });
  });
});
