import { expect, test } from 'vitest';
import { visibleData } from './event-data.ts';

const all = { location: true, world: true };
const none = { location: false, world: false };

test('data is passed through as sent, in its order', () => {
  const text = '{"b":1,"a":[{"Name":null},"x"],"location":{"x":1},"regionId":2,"world":3,"constructor":4}';
  expect(JSON.stringify(visibleData(text, all))).toBe(text);
});

test('what names a person is removed at every depth, whatever the key reads', () => {
  const secrets = '"accountHash":"h","dinkAccountHash":1,"discordUser":{"id":"2"}';
  expect(visibleData(`{${secrets},"a":[{${secrets},"b":{${secrets}}}]}`, all)).toEqual({ a: [{ b: {} }] });
});

test('place and world are removed at the top where their categories are not readable', () => {
  const text = '{"location":{"x":1},"regionId":2,"world":3,"item":{"location":4,"world":5}}';
  const item = { location: 4, world: 5 };
  expect(visibleData(text, none)).toEqual({ item });
  expect(visibleData(text, { location: true, world: false })).toEqual({
    location: { x: 1 },
    regionId: 2,
    item,
  });
  expect(visibleData(text, { location: false, world: true })).toEqual({ world: 3, item });
});

test('data is an object whatever was stored', () => {
  for (const text of ['null', '3', '"x"', '[1]']) expect(visibleData(text, all)).toEqual({});
});

test('a key named __proto__ stays a key', () => {
  const data = visibleData('{"a":{"__proto__":{"polluted":1}}}', all);
  expect(JSON.stringify(data)).toBe('{"a":{"__proto__":{"polluted":1}}}');
  expect({}).not.toHaveProperty('polluted');
});
