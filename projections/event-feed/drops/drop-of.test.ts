import { expect, test } from 'vitest';
import { type GameEvent, gameEventRecorded } from '../../../shared/events/types/game-event-recorded.ts';
import { eventsOfFixture } from '../../../test/support/events-of-fixture.ts';
import type { StoredEvent } from '../stored-event.ts';
import { dropItemsOf, dropOf } from './drop-of.ts';

const dropsIn = async (fixture: string) =>
  (await eventsOfFixture(fixture)).flatMap(({ type, data }) => {
    const event = { ...(data as GameEvent), account_id: 'a', seq: 1 } as StoredEvent;
    const drop = type === gameEventRecorded.type ? dropOf(event) : null;
    if (drop === null) return [];
    const items = dropItemsOf(event, []).map(({ item_id, quantity, value_gp }) => [
      ...[item_id, quantity, value_gp],
    ]);
    return [[drop.source, drop.kind, drop.kill_count, items]];
  });

const scales = [12_934, 120, 17_760];
const sharks = [385, 7, 5_684];

test.each([
  ['ha-loot', ['Zulrah', 'npc', null, [[12_922, 1, 2_311_407], scales]]],
  ['ha-pk-loot', ['Loot Chest', 'player', null, [[1_333, 1, 15_110], sharks]]],
  ['dink-loot-npc', ['Zulrah', 'npc', 612, [[12_922, 1, 2_311_407], scales]]],
  [
    'dink-loot-event-raid',
    [
      'Tombs of Amascut',
      'event',
      88,
      [
        [26_219, 1, 14_922_310],
        [560, 412, 70_452],
      ],
    ],
  ],
  ['dink-loot-pickpocket', ['Vallessia von Pitt', 'pickpocket', null, [[24_777, 1, 5_120_430]]]],
  ['dink-loot-player-pk', ['Brackwater', 'player', 3, [[1_333, 1, 15_110], sharks, [995, 41_200, 41_200]]]],
  [
    'dink-clue',
    [
      'clue scroll (elite)',
      'clue',
      null,
      [
        [19_553, 1, 11_022_315],
        [385, 12, 9_744],
      ],
    ],
  ],
  // The message says no prices.
  [
    'rseye-loot-update',
    [
      'Abyssal demon',
      'npc',
      null,
      [
        [592, 1, null],
        [1_333, 1, null],
      ],
    ],
  ],
  // The message says the values of stacks, and no kind.
  [
    'discord-universal-loot',
    [
      'Zulrah',
      null,
      null,
      [
        [12_922, 1, 2_320_000],
        [12_934, 200, 40_100],
      ],
    ],
  ],
])('%s is a drop', async (fixture, expected) => {
  expect(await dropsIn(fixture)).toEqual([expected]);
});

test.each(['ha-collection-log', 'ha-death', 'dink-kill-count'])('%s is no drop', async (fixture) => {
  expect(await dropsIn(fixture)).toEqual([]);
});

const ofItems = (items: readonly object[], more = {}) => ({
  data: JSON.stringify({ data: { items, ...more } }),
});

test('stacks of an item are added up, and an item has the higher price of two records', () => {
  const whip = { id: 4_151, name: 'Abyssal whip' };
  const one = ofItems([
    { ...whip, quantity: 1, gePrice: 0 },
    { id: 995, quantity: 5, gePrice: 1 },
    { id: 995, quantity: 6, gePrice: 1 },
  ]);
  const other = ofItems([
    { ...whip, quantity: 1, priceEach: 1_500_000 },
    { name: 'Coins', quantity: 11 },
  ]);
  expect(dropItemsOf(one, [other])).toEqual([
    { item_id: 4_151, name: 'Abyssal whip', quantity: 1, value_gp: 1_500_000 },
    { item_id: 995, name: null, quantity: 11, value_gp: 11 },
  ]);
});

test('an item with only a name has a negative id, and an unknown quantity stays unknown', () => {
  const [item] = dropItemsOf(ofItems([{ name: 'Twisted bow', id: null, quantity: null, value: null }]), []);
  expect(item).toEqual({
    ...{ item_id: expect.any(Number), name: 'Twisted bow' },
    ...{ quantity: null, value_gp: null },
  });
  expect(item?.item_id).toBeLessThan(0);
});

test('an event of a special world is no drop', () => {
  const event = { type: 'loot', special_world: true, tier: null, data: '{"data":{}}' } as StoredEvent;
  expect(dropOf(event)).toBeNull();
});
