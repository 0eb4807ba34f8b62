import { expect, test } from 'vitest';
import { payloadOf } from '../../../shared/events/event-payload.ts';
import { findWithheld } from '../withheld.ts';
import { visibleData } from './event-data.ts';

const all = { location: true, world: true };
const none = { location: false, world: false };

/** The data of an event that is stored with `data`. */
function seen(data: string, visibility: typeof all): string {
  return visibleData({ type: 'loot', data, withheld: findWithheld(data) }, visibility);
}

test('data is served as sent, with the same spaces, digits and order of keys', () => {
  const text = '{ "b":1.50, "2":12345678901234567890,"1":[{"Name":null,"world":3}],"location":{"x":1} }';
  expect(seen(text, all)).toBe(text);
  expect(seen('{"type":"loot","data":{"items":[]}}', none)).toBe('{"type":"loot","data":{"items":[]}}');
});

test('places and worlds are removed at every depth when their categories are not readable', () => {
  const text =
    '{"world":1,"worldTypes":[],"data":{"location":{"x":1,"world":2},"a":[{"regionId":2,"w\\u006frld":3}],"locationTrail":[1]}}';
  expect(seen(text, none)).toBe('{"data":{"a":[{}]}}');
  expect(seen(text, { location: true, world: false })).toBe(
    '{"data":{"location":{"x":1},"a":[{"regionId":2}],"locationTrail":[1]}}',
  );
  expect(seen(text, { location: false, world: true })).toBe(
    '{"world":1,"worldTypes":[],"data":{"a":[{"w\\u006frld":3}]}}',
  );
});

test.each(['loc\\u0061tion', '\\u006cocationTrail', 'region\\u0049d'])(
  'a place under the escaped key %s is removed, but only without `location`',
  (key) => {
    const text = `{"data":{"${key}":{"x":1},"b":1}}`;
    expect(seen(text, { location: false, world: true })).toBe('{"data":{"b":1}}');
    expect(seen(text, { location: true, world: false })).toBe(text);
  },
);

test.each(['w\\u006frld', 'world\\u0054ypes'])(
  'a world under the escaped key %s is removed, but only without `activity`',
  (key) => {
    const text = `{"data":{"${key}":3,"b":1}}`;
    expect(seen(text, { location: true, world: false })).toBe('{"data":{"b":1}}');
    expect(seen(text, { location: false, world: true })).toBe(text);
  },
);

test('an event in an older stored form is served in the form of the plugin', () => {
  const event = { type: 'pk_loot', data: '{"accountHash":"h","totalValue":7.0,"regionId":2,"world":3}' };
  expect(visibleData(event, all)).toBe('{"type":"pkLoot","data":{"totalValue":7.0,"regionId":2,"world":3}}');
  expect(visibleData(event, none)).toBe('{"type":"pkLoot","data":{"totalValue":7.0}}');
  const levelUp = { type: 'level_up', data: '{"skill":"Attack"}' };
  expect(visibleData(levelUp, all)).toBe('{"type":"levelUp","data":[{"skill":"Attack"}]}');
  expect(visibleData({ type: 'pet"Drop', data: 'null' }, all)).toBe('{"type":"pet\\"Drop","data":null}');
});

test.each([
  ['{"type":"loot","data":{"totalValue":7}}', { totalValue: 7 }],
  ['{"type":"levelUp","data":[{"skill":"Attack"}]}', { skill: 'Attack' }],
  ['{"type":"LOOT","extra":{"killCount":7}}', { killCount: 7 }],
  ['{"type":"odd","data":"text"}', {}],
  ['{"type":"odd","extra":[7]}', {}],
  ['{"type":"odd","data":[]}', {}],
  ['{"type":"odd","dropped":"data over 16 KiB"}', {}],
])('the payload is the object in `data` or `extra`, and is empty without an object: %s', (text, payload) => {
  expect(payloadOf(text)).toEqual(payload);
});
