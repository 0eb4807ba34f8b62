import { expect, test } from 'vitest';
import { storableEventText } from './event-text.ts';

test('names of persons are not stored, at any depth and in any spelling of the key', () => {
  const secrets = '"accountHash":"h","dinkAccountHash":1,"discordUser":{"id":"2"},"__proto__":{"x":1}';
  expect(storableEventText(`{${secrets},"a":[{${secrets},"b":{${secrets}}},1.0]}`)).toBe(
    '{"a":[{"b":{}},1.0]}',
  );
  expect(storableEventText('{"account\\u0048ash":"h","a":1,"discord\\u0055ser":2}')).toBe('{"a":1}');
});

test('all other text is stored as sent', () => {
  const text = '{ "AccountHash": 1, "n": 1e400, "text": "accountHash \\u0000 \\ud800 \\"" }';
  expect(storableEventText(text)).toBe(text);
});
