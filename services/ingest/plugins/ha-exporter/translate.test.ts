import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { definitionOf } from '../../../../shared/events/catalogue.ts';
import type { NewEvent } from '../../../../shared/events/event.ts';
import { readHaMessage } from './read-message.ts';
import {
  eventDataOf,
  fixtureAccount,
  fixtureTime,
  type HaBody,
  haFixture,
  onTime,
  translatedHa,
} from './testing/ha-reports.ts';
import { presenceTimeoutMs, translateHaMessage } from './translate.ts';

const root = new URL('../../../../test/', import.meta.url);
const reports = readdirSync(new URL('fixtures/reports', root))
  .filter((file) => file.startsWith('ha-') && !file.startsWith('ha-pair'))
  .map((file) => file.replace('.json', ''));

/** Without the random record id. */
function written(events: readonly NewEvent[]): string {
  return events
    .map(
      ({ stream, key, type, version, data }) => `${JSON.stringify({ stream, key, type, version, data })}\n`,
    )
    .join('');
}

function gameEvents(name: string) {
  return eventDataOf(translatedHa(haFixture(name)), 'game-event-recorded').map(
    ({ event_id, data, ...columns }) =>
      Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null)),
  );
}

describe('every sample report', () => {
  it.each(reports)('becomes exactly the expected events: %s', async (name) => {
    await expect(written(translatedHa(haFixture(name)))).toMatchFileSnapshot(
      new URL(`golden/ha-exporter/${name}.jsonl`, root).pathname,
    );
  });

  it.each(reports)('becomes events that the log accepts: %s', (name) => {
    for (const { type, data } of translatedHa(haFixture(name))) {
      expect(definitionOf(type)?.schema.parse(data)).toEqual(data);
    }
  });

  it.each(reports)('becomes the same events again, so that a resend is absorbed: %s', (name) => {
    expect(written(translatedHa(haFixture(name)))).toBe(written(translatedHa(haFixture(name))));
  });
});

describe('the columns of a game event', () => {
  const common = { occurred_at: fixtureTime - 600, special_world: false };

  it.each<[string, object[]]>([
    ['ha-loot', [{ type: 'loot', value_gp: 2_329_167, item_id: 12_922, npc_id: 2_042 }]],
    ['ha-pk-loot', [{ type: 'pk_loot', value_gp: 20_794, item_id: 1_333 }]],
    ['ha-death', [{ type: 'death', value_gp: 1_884_512, npc_id: 8_061 }]],
    [
      'ha-level-up',
      [
        { type: 'level_up', skill: 'Strength', level: 103 },
        { type: 'level_up', skill: 'Hitpoints', level: 107 },
      ],
    ],
    [
      'ha-level-up-combat',
      [
        { type: 'level_up', skill: 'Attack', level: 40 },
        { type: 'level_up', skill: 'Combat', level: 42 },
      ],
    ],
    ['ha-collection-log', [{ type: 'collection_log', item_id: 12_922, value_gp: 2_311_407 }]],
    ['ha-collection-log-unmatched', [{ type: 'collection_log', value_gp: 0 }]],
    ['ha-superior-spawn', [{ type: 'superior_spawn', npc_id: 7_410 }]],
    ['ha-combat-task', [{ type: 'combat_task', tier: 'elite', points: 4 }]],
    ['ha-client-shutdown', []],
    ['ha-snapshot', []],
  ])('are as the protocol says: %s', (name, expected) => {
    expect(gameEvents(name)).toEqual(expected.map((columns) => ({ ...common, ...columns })));
  });

  it('are for two events when the same diary task line comes twice', () => {
    expect(gameEvents('ha-achievement-diary')).toEqual([
      { ...common, type: 'achievement_diary', tier: 'hard' },
      { ...common, type: 'achievement_diary', tier: 'hard', occurred_at: fixtureTime },
    ]);
  });

  it.each([
    ['data of type PLAYER', { type: 'PLAYER' }],
    ['the loot chest', { source: { text: 'Loot Chest' } }],
  ])('call plain loot pk_loot when it is from %s', (_case, change) => {
    const body = haFixture('ha-loot');
    Object.assign(body.events[0].data, change);
    expect(eventDataOf(translatedHa(body), 'game-event-recorded')[0].type).toBe('pk_loot');
  });

  it('have no value that is negative or above 10^12, and each value above is counted', () => {
    const body = haFixture('ha-loot');
    const worth = (totalValue: number) => {
      body.events[0].data.totalValue = totalValue;
      return [
        eventDataOf(translatedHa(body), 'game-event-recorded')[0].value_gp,
        readHaMessage(body).skipped.get('value'),
      ];
    };
    expect(worth(1e12)).toEqual([1e12, undefined]);
    expect(worth(1e12 + 1)).toEqual([null, 1]);
    expect(worth(1e300)).toEqual([null, 1]);
    expect(worth(-1)).toEqual([null, undefined]);
  });

  it('have the tier as it was sent, and points also for a tier in capitals', () => {
    const body = haFixture('ha-combat-task');
    body.events[0].data.tier = 'ELITE';
    expect(eventDataOf(translatedHa(body), 'game-event-recorded')[0]).toMatchObject({
      tier: 'ELITE',
      points: 4,
    });
  });

  it('have no points for a tier that the game does not have', () => {
    const body = haFixture('ha-combat-task');
    body.events[0].data.tier = 'MYTHIC';
    expect(eventDataOf(translatedHa(body), 'game-event-recorded')[0]).toMatchObject({
      tier: 'MYTHIC',
      points: null,
    });
  });
});

describe('an event without an id', () => {
  function recorded(event: object, timestamp: number | undefined, at = fixtureTime) {
    const body = { ...haFixture('ha-superior-spawn'), events: [event], timestamp };
    return eventDataOf(translatedHa(body, onTime(at)), 'game-event-recorded')[0];
  }

  const spawn = { type: 'superiorSpawn', data: { name: 'Nechryarch', npcId: 7_411 } };

  it('is told apart from equal events by its own time, or by the time of its message', () => {
    for (const of of [
      (time: number) => recorded({ ...spawn, timestamp: time }, undefined),
      (time: number) => recorded(spawn, time),
    ]) {
      expect(of(fixtureTime)).not.toHaveProperty('undated');
      expect(of(fixtureTime).event_id).toBe(of(fixtureTime).event_id);
      expect(of(fixtureTime).event_id).not.toBe(of(fixtureTime + 1).event_id);
    }
  });

  it('without a time is marked as undated, so that the feed can tell a resend from a repetition', () => {
    const [today, tomorrow] = [0, 86_400_000].map((after) => recorded(spawn, undefined, fixtureTime + after));
    expect([today.undated, tomorrow.undated]).toEqual([true, true]);
    expect(today.event_id).toBe(tomorrow.event_id);
    expect(
      recorded({ ...spawn, eventId: '0d6e3f2a-91b4-4c58-8f7a-2b1c9e5d4a30' }, undefined),
    ).not.toHaveProperty('undated');
  });
});

describe('an event of an unknown type', () => {
  function passedThrough(event: HaBody) {
    return eventDataOf(translatedHa({ ...haFixture('ha-snapshot'), events: [event] }), 'game-event-recorded');
  }

  it('is stored as sent', () => {
    const sent = { type: 'petDrop', data: { pet: 'Vorki', nested: { deep: [1, null] } }, eventId: 7 };
    const [event] = passedThrough(sent);
    expect(event).toMatchObject({ type: 'petDrop', value_gp: null, data: JSON.stringify(sent) });
  });

  it.each([
    ['text', 'hello'],
    ['a list', [1, 2]],
    ['nothing', undefined],
  ])('is passed through with %s as its data', (_case, data) => {
    expect(passedThrough({ type: 'chat', data })[0].data).toBe(JSON.stringify({ type: 'chat', data }));
  });

  it('loses only the parts that are never stored', () => {
    const data = JSON.parse('{"a":1,"__proto__":{"x":1},"list":[{"discordUser":2,"b":3}]}');
    expect(passedThrough({ type: 'odd', data })[0].data).toBe(
      '{"type":"odd","data":{"a":1,"list":[{"b":3}]}}',
    );
  });
});

describe('the data of a game event', () => {
  function dataOfBody(text: string): string[] {
    const message = readHaMessage(JSON.parse(text), text);
    const { gameEvents: events } = translateHaMessage(message, fixtureAccount, onTime());
    return events.map(({ data }) => data);
  }

  it('is the exact text of the event in the body, with its digits, key order and spaces', () => {
    const first =
      '{ "timestamp":1.789410126800e12, "type":"loot","data":{"totalValue":12345678901234567890,"2":1,"1":2.50}}';
    const second = '{"type":"petDrop","data":"},]\\""}';
    const body = `{"events":[],"player":{"name":"}]\\\\"},"events" : [ 7,${first} ,${second} ],"state":null}`;
    expect(dataOfBody(body)).toEqual([first, second]);
  });

  it('has only the element of its row when the plugin sends a list', () => {
    const event =
      '{"type":"levelUp","data":[ {"skill":"Attack","level":2.0}, "x" ,{"skill":"Magic"}],"eventId":null}';
    expect(dataOfBody(`{"events":[${event}]}`)).toEqual([
      '{"type":"levelUp","data":[{"skill":"Attack","level":2.0}],"eventId":null}',
      '{"type":"levelUp","data":[{"skill":"Magic"}],"eventId":null}',
    ]);
  });
});

describe('a report from a special world', () => {
  it('updates presence and records events, but changes nothing else of the account', () => {
    const body = haFixture('ha-loot');
    body.player.worldTypes = ['MEMBERS', 'SEASONAL'];
    const events = translatedHa(body);
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set(['account-seen', 'presence-reported', 'game-event-recorded']),
    );
    expect(eventDataOf(events, 'presence-reported')[0].special_world).toBe(true);
    expect(eventDataOf(events, 'game-event-recorded')[0].special_world).toBe(true);
  });
});

describe('a late report', () => {
  const late = { ...onTime(), receivedAt: fixtureTime + 600_000, isLate: true };

  it('adds events, trail and the end of the session at their earlier times, but no state', () => {
    const body = haFixture('ha-client-shutdown');
    body.events.push(haFixture('ha-loot').events[0]);
    const events = translatedHa(body, late);
    expect(events.map(({ type }) => type)).toEqual([
      'session-ended',
      'position-reported',
      'game-event-recorded',
      'tiles-walked',
    ]);
    expect(eventDataOf(events, 'session-ended')[0].at).toBe(fixtureTime - 600);
    expect(eventDataOf(events, 'game-event-recorded')[0].occurred_at).toBe(fixtureTime - 600);
  });

  it('dates events within the 15 minutes before its receipt', () => {
    const body = haFixture('ha-loot');
    body.events[0].timestamp = fixtureTime - 3_600_000;
    const [event] = eventDataOf(translatedHa(body, late), 'game-event-recorded');
    expect(event.occurred_at).toBe(late.receivedAt - 15 * 60_000);
  });
});

describe('a shutdown', () => {
  it.each([
    ['Logout', 'logout'],
    ['Shutdown', 'shutdown'],
    ['Disabled', 'disabled'],
    ['Crash', 'shutdown'],
    [null, 'shutdown'],
  ])('of the kind %s ends the session as %s', (data, reason) => {
    const body = haFixture('ha-client-shutdown');
    body.events[0].data = data;
    expect(eventDataOf(translatedHa(body), 'session-ended')).toEqual([{ at: fixtureTime - 600, reason }]);
  });

  it('takes the player out of the game, also when the client was closed during the game', () => {
    const body = { ...haFixture('ha-client-shutdown'), state: 'LOGGED_IN' };
    const presence = { in_game: false, game_state: null, world: 486 };
    expect(eventDataOf(translatedHa(body), 'presence-reported')[0]).toMatchObject(presence);
    expect(eventDataOf(translatedHa(body), 'account-seen')[0]).toMatchObject(presence);
  });
});

describe('the trail', () => {
  it('has the first position of each minute by the corrected clock, and the current position', () => {
    const body = haFixture('ha-snapshot');
    const tile = (x: number, ago: number) => ({
      x,
      y: 1,
      plane: 0,
      isOnBoat: false,
      timestamp: fixtureTime - ago,
    });
    body.player.locationTrail = [tile(1, 150_000), tile(2, 149_000), tile(3, 90_000), tile(4, 80_000)];
    const [{ points }] = eventDataOf(translatedHa(body, { ...onTime(), offset: 1_000 }), 'position-reported');
    expect(points.map(({ x, at }: HaBody) => [x, at])).toEqual([
      [1, fixtureTime - 149_000],
      [3, fixtureTime - 89_000],
      [2268, fixtureTime],
    ]);
  });
});

describe('a report without a game state', () => {
  it('has no presence', () => {
    const body = haFixture('ha-snapshot');
    delete body.state;
    expect(eventDataOf(translatedHa(body), 'presence-reported')).toEqual([]);
    expect(eventDataOf(translatedHa(body), 'skill-reported')).toHaveLength(24);
  });
});

it('accepts at most 100 game events of a message, also from long lists', () => {
  const levels = { type: 'levelUp', data: Array.from({ length: 30 }, () => ({})) };
  const body = { ...haFixture('ha-loot'), events: Array.from({ length: 50 }, () => levels) };
  expect(eventDataOf(translatedHa(body), 'game-event-recorded')).toHaveLength(100);
  expect(readHaMessage(body).skipped.get('event')).toBe(1_400);
});

it('stores at most 16 KiB of an event', () => {
  const body = haFixture('ha-loot');
  const [event] = body.events;
  event.data.note = 'é'.repeat(7_000);
  const [whole] = eventDataOf(translatedHa(body), 'game-event-recorded');
  expect(JSON.parse(whole.data)).toEqual(event);
  event.data.note = 'é'.repeat(8_192);
  const [cut] = eventDataOf(translatedHa(body), 'game-event-recorded');
  const { type, eventId, timestamp } = event;
  expect(JSON.parse(cut.data)).toEqual({ type, eventId, timestamp, dropped: 'data over 16 KiB' });
  expect(cut).toMatchObject({ type: 'loot', value_gp: whole.value_gp, item_id: whole.item_id });
});

describe('presenceTimeoutMs', () => {
  it.each([
    [100, 186_000],
    [500, 930_000],
    [1, 60_000],
    [32, 60_000],
    [33, 61_380],
    [0, 186_000],
    [501, 186_000],
    [null, 186_000],
  ])('at a tick delay of %j is %i ms', (tickDelay, timeout) => {
    expect(presenceTimeoutMs(tickDelay)).toBe(timeout);
  });
});
