import { expect, test } from 'vitest';
import { readConsoleSettings } from './settings.ts';

test('a console needs a database, as every process of a split hub does', () => {
  const DATABASE_URL = 'postgres://localhost/hub';
  expect(readConsoleSettings({ DATABASE_URL })).toMatchObject({ CONSOLE_PORT: 3_002 });
  expect(() => readConsoleSettings({})).toThrow(/^DATABASE_URL is not set/);
});

test.each([
  ['MAP_TILES_URL', 'https://tiles.example.org/{zoom}/{plane}_{x}.png'],
  ['MAP_TILES_URL', 'https://{zoom}.example.org/{zoom}/{plane}/{x}/{y}.png'],
  ['ITEM_ICON_URL', 'icons.example.org/{id}'],
  ['ITEM_ICON_URL', 'https://icons.example.org;script-src *//{id}'],
  ['ITEM_ICON_URL', 'javascript:alert({id})'],
])('refuses %s=%s in one line', (name, value) => {
  const DATABASE_URL = 'postgres://localhost/hub';
  expect(() => readConsoleSettings({ DATABASE_URL, [name]: value })).toThrow(
    /^\w+ '[^\n]+' is not allowed: it must be an http\(s\) address with [^\n]+ after its host$/,
  );
});
