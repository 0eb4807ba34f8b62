import { expect, test } from 'vitest';
import { readConsoleSettings } from './settings.ts';

test('a console needs no setting', () => {
  expect(readConsoleSettings({})).toMatchObject({ CONSOLE_PORT: 3_002 });
});

test.each([
  ['MAP_TILES_URL', 'https://tiles.example.org/{zoom}/{plane}_{x}.png'],
  ['MAP_TILES_URL', 'https://{zoom}.example.org/{zoom}/{plane}/{x}/{y}.png'],
  ['ITEM_ICON_URL', 'icons.example.org/{id}'],
  ['ITEM_ICON_URL', 'https://icons.example.org;script-src *//{id}'],
  ['ITEM_ICON_URL', 'javascript:alert({id})'],
])('refuses %s=%s in one line', (name, value) => {
  expect(() => readConsoleSettings({ [name]: value })).toThrow(
    /^\w+ '[^\n]+' is not allowed: it must be an http\(s\) address with [^\n]+ after its host$/,
  );
});
