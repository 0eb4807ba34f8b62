import { expect, test } from 'vitest';
import { detailsOf } from '../../../shared/events/types/game-event-recorded.ts';
import type { NewFeedEvent } from './find-duplicates.ts';
import { mergedText, mergedWithinMs, mergeReport } from './merge-reports.ts';

const noon = Date.UTC(2026, 8, 14, 12);

function eventOf(some: Partial<NewFeedEvent>): NewFeedEvent {
  return {
    type: 'loot',
    ...detailsOf({}),
    special_world: false,
    withheld: null,
    event_id: '00000000-0000-8000-8000-000000000001',
    seq: 1,
    account_id: 'a',
    source: 'ha',
    occurred_at: noon,
    received_at: noon,
    data: '{"data":{}}',
    ...some,
  };
}

const merged = (event: Partial<NewFeedEvent>, record: Partial<NewFeedEvent>) => {
  const first = eventOf(event);
  return mergeReport(first, { record: eventOf({ source: 'dink', ...record }) });
};

test('a record adds kill count, rarity, ids and place, and keeps the values of the event', () => {
  const first = {
    value_gp: 2_329_167,
    item_id: 12_922,
    data: '{"type":"loot","data":{"totalValue":2329167.50,"source":{"text":"Zulrah"}}}',
  };
  const second = {
    value_gp: 1,
    item_id: null,
    npc_id: 2_042,
    data: '{"type":"LOOT","regionId":9007,"clanName":"x","extra":{"source":"Zulrah","killCount":612,"rarestProbability":1e-3}}',
  };
  expect(merged(first, second)).toMatchObject({
    value_gp: 2_329_167,
    item_id: 12_922,
    npc_id: 2_042,
    data: '{"type":"loot","data":{"totalValue":2329167.50,"source":{"text":"Zulrah"},"killCount":612,"rarestProbability":1e-3},"regionId":9007}',
    withheld: { place: expect.arrayContaining([expect.any(Number)]) },
  });
});

test.each<[string, Partial<NewFeedEvent>, Partial<NewFeedEvent>, number | null]>([
  ['no value', { value_gp: null }, { value_gp: 7 }, 7],
  ['a value of 0, as for an untradeable item', { value_gp: 0 }, { value_gp: 7 }, 7],
  ['no value in both', { value_gp: null }, { value_gp: null }, null],
  ['a value of 0, and no value in the other', { value_gp: 0 }, { value_gp: null }, 0],
  ['a death without the worn gear', { type: 'death', value_gp: 5 }, { type: 'death', value_gp: 7 }, 7],
  [
    'a death with the worn gear',
    { type: 'death', value_gp: 7, source: 'dink' },
    { type: 'death', value_gp: 5, source: 'ha' },
    7,
  ],
  ['a lower value of a drop', { value_gp: 5 }, { value_gp: 7 }, 7],
  ['a value of another event', { type: 'collection_log', value_gp: 5 }, { value_gp: 7 }, 5],
])('a value is replaced only when the plugin could not know it: %s', (_, event, record, value) => {
  expect(merged(event, record).value_gp).toBe(value);
});

test('a clue becomes loot when its loot is reported, and stays loot', () => {
  expect(merged({ type: 'CLUE', tier: 'elite' }, { type: 'loot' })).toMatchObject({
    type: 'loot',
    tier: 'elite',
  });
  expect(merged({ type: 'loot' }, { type: 'CLUE', tier: 'elite' })).toMatchObject({
    type: 'loot',
    tier: 'elite',
  });
});

test('a record adds nothing once the event may be served', () => {
  const added = (ms: number) => merged({}, { npc_id: 1, received_at: noon + ms }).npc_id;
  expect([mergedWithinMs - 1, mergedWithinMs].map(added)).toEqual([1, null]);
});

test('a level and a task stay as they were reported', () => {
  for (const type of ['level_up', 'combat_task', 'achievement_diary', 'PET']) {
    expect(merged({ type }, { type, data: '{"extra":{"a":1}}', points: 4 })).toEqual(eventOf({ type }));
  }
});

test.each<[string, string, string, string]>([
  ['an empty payload', '{"data":{}}', '{"extra":{"a":1,"b":2}}', '{"data":{"a":1,"b":2}}'],
  ['spaces', '{ "data" : { "a" : 1 } }', '{"data":{"a":2,"b": 2}}', '{ "data" : { "a" : 1 ,"b": 2} }'],
  ['a list as payload', '{"data":[{"a":1}]}', '{"extra":{"b":2},"world":3}', '{"data":[{"a":1}],"world":3}'],
  [
    'a place that is known',
    '{"regionId":1,"data":{}}',
    '{"regionId":2,"data":{}}',
    '{"regionId":1,"data":{}}',
  ],
  [
    'a payload before other members',
    '{"extra":{"a":1},"z":0}',
    '{"extra":{"b":2},"world":3}',
    '{"extra":{"a":1,"b":2},"z":0,"world":3}',
  ],
  ['an empty object', '{}', '{"world":3}', '{"world":3}'],
])('members are added to the text: %s', (_, text, other, expected) => {
  expect(mergedText(text, other)).toBe(expected);
});

test('data stays the same when the merged data would be larger than 16 KiB', () => {
  const text = '{"data":{"a":1}}';
  expect(mergedText(text, JSON.stringify({ data: { b: 'x'.repeat(17_000) } }))).toBe(text);
});
