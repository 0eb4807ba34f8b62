import { expect, test } from 'vitest';
import type { HubEvent } from '../../../../shared/client/api.ts';
import { dayTitle } from '../common/text/format.ts';
import { groupEqualEvents, groupEvents } from './group-events.ts';

const noon = new Date(2026, 8, 14, 12).getTime();
const minute = 60_000;
const day = 24 * 60 * minute;

function event(id: string, minutesAgo: number, line = 'Quillon Fen received Shark'): HubEvent {
  const occurred_at = new Date(noon - minutesAgo * minute).toISOString();
  return {
    id,
    type: 'loot',
    title: '',
    data: {},
    line,
    occurred_at,
    account: { id: 'q', name: 'Quillon Fen' },
  } as HubEvent;
}

test('equal events of a day are one group at the place of the newest, and other events stay between', () => {
  const other = 'Quillon Fen died';
  const events = [event('c', 1), event('x', 2, other), event('b', 30), event('a', 80), event('y', 90, other)];
  expect(groupEvents(events).map(({ groups }) => groups.map(({ ids }) => ids.join('')))).toEqual([
    ['cba', 'x', 'y'],
  ]);
});

test('a drop with an entry in the collection log is not equal to a drop without, and counts once', () => {
  const drops = [event('c', 1), event('b', 2), event('a', 3)].map((each) => ({ ...each, item_id: 385 }));
  const entry = { ...event('log', 2, 'added'), type: 'collection_log', item_id: 385 };
  const [day] = groupEvents([...drops.slice(0, 2), entry, ...drops.slice(2)]);
  expect(day?.groups.map(({ ids, count, hasEntry }) => [ids.join(), count, hasEntry])).toEqual([
    ['c,a', 2, false],
    ['b,log', 1, true],
  ]);
});

test('kill counts of a boss are one group with the newest count', () => {
  const count = (id: string, minutesAgo: number, line: string) => {
    return { ...event(id, minutesAgo, `Quillon Fen reached a kill count of ${line}`), type: 'KILL_COUNT' };
  };
  const events = [
    count('c', 1, '100 at Zulrah'),
    count('b', 2, '7 at Vorkath'),
    count('a', 3, '99 at Zulrah'),
  ];
  expect(groupEvents(events)[0]?.groups.map(({ ids }) => ids.join(''))).toEqual(['ca', 'b']);
});

test('drops with other items are not equal, although their lines are', () => {
  const of = (id: string, minutesAgo: number, quantity: number) => {
    const data = { data: { items: [{ name: 'Shark', quantity }] } };
    return { ...event(id, minutesAgo), data } as unknown as HubEvent;
  };
  const [day] = groupEvents([of('c', 1, 2), of('b', 2, 3), of('a', 3, 2)]);
  expect(day?.groups.map(({ ids }) => ids.join(''))).toEqual(['ca', 'b']);
});

test('a day has the worth of its drops, without entries, deaths and special worlds', () => {
  const drop = (id: string, some: Partial<HubEvent>) => ({ ...event(id, 1), value_gp: 1_000, ...some });
  const [day] = groupEvents([
    drop('c', { item_id: 385 }),
    drop('entry', { type: 'collection_log', item_id: 385 }),
    drop('b', { type: 'CLUE', value_gp: 500 }),
    drop('death', { type: 'death', value_gp: 70_000 }),
    drop('league', { special_world: true }),
    drop('a', { value_gp: null }),
  ]);
  expect(day?.worth).toBe(1_500);
});

test('equal events of another day or after a long pause are not in the group', () => {
  const events = [event('d', 0), event('c', 61), event('b', 13 * 60), event('a', 13 * 60 + 1)];
  expect(groupEvents(events).map(({ groups }) => groups.map(({ ids }) => ids.join('')))).toEqual([
    ['d', 'c'],
    ['ba'],
  ]);
});

test('events of other players, kinds and worlds are not equal', () => {
  const first = event('a', 1);
  const others = [
    { ...first, id: 'b', account: { id: 'other', name: 'Quillon Fen' } },
    { ...first, id: 'c', type: 'pk_loot' },
    { ...first, id: 'd', special_world: true },
  ];
  expect(groupEvents([first, ...others])[0]?.groups).toHaveLength(4);
});

test('the days around now have names', () => {
  expect([noon, noon - day, noon - 2 * day].map((at) => dayTitle(at, noon + minute))).toEqual([
    'Today',
    'Yesterday',
    expect.stringMatching(/12/),
  ]);
});

test('equal events of several days are one group in a short list', () => {
  const line = 'Quillon Fen completed a task of the Easy Varrock diary';
  const events = [event('c', 1, line), event('x', 2), event('b', 90, line), event('a', 3 * 24 * 60, line)];
  expect(groupEqualEvents(events).map(({ ids, count }) => [ids.join(''), count])).toEqual([
    ['cba', 3],
    ['x', 1],
  ]);
});
