import { expect, test } from 'vitest';
import { publicPathOf, withoutPublicPath } from './public-path.ts';

test('the path of an address has no slash at its end', () => {
  expect([undefined, null, 'https://hub.example.org', 'https://hub.example.org/'].map(publicPathOf)).toEqual([
    '',
    '',
    '',
    '',
  ]);
  expect(publicPathOf('https://guild.example/hub')).toBe('/hub');
  expect(publicPathOf('https://guild.example/games/hub')).toBe('/games/hub');
});

test.each([
  ['/hub', '/'],
  ['/hub/', '/'],
  ['/hub?x=1', '/?x=1'],
  ['/hub/api/v1/me?x=/hub/', '/api/v1/me?x=/hub/'],
  ['/hub//api', '//api'],
  ['/hub/hub', '/hub'],
  ['/hubs', '/hubs'],
  ['/api/v1/me', '/api/v1/me'],
  ['/', '/'],
])('%s is %s of the hub', (sent, own) => {
  expect(withoutPublicPath(sent, '/hub')).toBe(own);
  expect(withoutPublicPath(sent, '')).toBe(sent);
});
