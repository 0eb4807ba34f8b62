import { expect, test } from 'vitest';
import { type GameEvent, gameEventRecorded } from '../../shared/events/types/game-event-recorded.ts';
import { eventsOfFixture } from '../../test/support/events-of-fixture.ts';
import { reportedAchievements } from './reported-achievements.ts';

const reports = async (fixture: string) =>
  (await eventsOfFixture(fixture))
    .filter(({ type }) => type === gameEventRecorded.type)
    .map(({ data }) => reportedAchievements(data as GameEvent));

const counted = (counter: string, value: number, total: number | null) => ({
  counter,
  value,
  total,
});
const unknown = { item_id: 0, isFirst: true, source: null, kill_count: null };
const fang = {
  ...unknown,
  kind: 'item',
  compared_name: 'tanzanite fang',
  name: 'Tanzanite fang',
};
const snakeling = {
  ...unknown,
  compared_name: 'pet snakeling',
  name: 'Pet snakeling',
};
const none = { counters: [], obtained: null };

test.each([
  ['ha-collection-log', { counters: [], obtained: { ...fang, item_id: 12_922, kill_count: 612 } }],
  ['ha-collection-log-unmatched', { counters: [], obtained: { ...snakeling, kind: 'item' } }],
  [
    'dink-collection',
    {
      counters: [counted('collection-log-count', 733, 1_690)],
      obtained: { ...fang, item_id: 12_922, source: 'Zulrah', kill_count: 612 },
    },
  ],
  [
    'dink-collection-minimal',
    {
      counters: [],
      obtained: {
        ...fang,
        compared_name: 'graceful hood',
        name: 'Graceful hood',
      },
    },
  ],
  ['discord-notifier-collection', { counters: [], obtained: expect.objectContaining({ kind: 'item' }) }],
  ['dink-pet', { counters: [], obtained: { ...snakeling, kind: 'pet' } }],
  ['discord-universal-pet', none],
  [
    'dink-quest',
    {
      counters: [counted('quest-count', 141, 177), counted('quest-points', 259, 330)],
      obtained: null,
    },
  ],
  ['rseye-quest-update', { counters: [counted('quest-points', 300, null)], obtained: null }],
  [
    'dink-achievement-diary',
    {
      counters: [counted('diary-count', 31, null), counted('diary-tasks', 366, 492)],
      obtained: null,
    },
  ],
  ['dink-combat-achievement', { counters: [counted('combat-achievements', 611, 2_672)], obtained: null }],
  [
    'dink-combat-achievement-tier-unlock',
    { counters: [counted('combat-achievements', 420, 2_672)], obtained: null },
  ],
  // The points of a task are no balance, and its number of tasks is no streak.
  ['dink-slayer', none],
  ['ha-combat-task', none],
])('%s reports %o', async (fixture, expected) => {
  expect((await reports(fixture))[0]).toEqual(expected);
});

test.each([
  ['an event of a special world', { special_world: true }],
  ['an event with the type of a member of all objects', { type: 'constructor' }],
  ['an item without name and id', { data: '{"data":{"itemName":" ","completedEntries":1.5}}' }],
])('%s reports nothing', (_, some) => {
  const data = '{"data":{"itemName":"Tanzanite fang","completedEntries":733}}';
  const event = {
    type: 'collection_log',
    special_world: false,
    item_id: null,
    data,
    ...some,
  };
  expect(reportedAchievements(event as GameEvent)).toEqual(none);
});

test('a pet that the player had before was not obtained first', () => {
  const event = (extra: object) =>
    ({
      type: 'PET',
      special_world: false,
      data: JSON.stringify({ extra }),
    }) as GameEvent;
  for (const before of ['duplicate', 'previouslyOwned']) {
    const { obtained } = reportedAchievements(event({ petName: 'Rocky', [before]: true }));
    expect(obtained?.isFirst).toBe(false);
  }
});
