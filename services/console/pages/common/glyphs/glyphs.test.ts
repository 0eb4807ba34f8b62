import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { overall, skills } from '../../../../../shared/domain/skill.ts';
import { itemKind, itemKinds } from './item-kind.ts';

test('each skill of the game and each kind of item or boss has a glyph, and all are smaller than 20 KB', async () => {
  const file = await readFile(new URL('./glyphs.svg', import.meta.url), 'utf8');
  const wanted = [
    ...[overall, ...skills].map((skill) => skill.toLowerCase()),
    ...itemKinds.map((kind) => `item-${kind}`),
  ];
  const drawn = [
    ...file.matchAll(
      /<symbol id="([a-z-]+)" viewBox="0 0 24 24"><path d="M[-MLHVCSQTAZmlhvcsqtaz0-9 .]+"\/>/g,
    ),
  ];
  expect(drawn.map(([, id]) => id).sort()).toEqual(wanted.sort());
  expect(file.length).toBeLessThan(20_000);
});

test.each([
  ['Abyssal whip', 'weapon'],
  ['Rune platebody', 'body'],
  ['Death rune', 'rune'],
  ['Swordfish', 'food'],
  ['Raw shark', 'food'],
  ['Super restore(4)', 'potion'],
  ['Ring of dueling(4)', 'ring'],
  ['Amulet of glory(4)', 'amulet'],
  ['Dragon full helm', 'head'],
  ['Rune arrow', 'ammunition'],
  ['Magic logs', 'log'],
  ['Runite ore', 'ore'],
  ['Dragon bones', 'bone'],
  ['Ranarr seed', 'seed'],
  ['Brimstone key', 'key'],
  ['Pet snakeling', 'pet'],
  ['Coins', 'coins'],
  ['Zulrah', 'serpent'],
  ['Tombs of Amascut: Expert Mode', 'raid'],
  ['King Black Dragon', 'dragon'],
  ['Dragon dagger', 'weapon'],
  ['Dragon warhammer', 'weapon'],
  ['Uncut jade', null],
  ['Tanzanite fang', null],
  ['', null],
] as const)('%j is of the kind %j', (name, kind) => expect(itemKind(name)).toBe(kind));
