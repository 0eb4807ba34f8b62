import { expect, test } from 'vitest';
import { overall, skills } from '../../../../../shared/domain/skill.ts';
import { itemPaths, skillPaths } from './glyph-paths.ts';
import { itemKind } from './item-kind.ts';

test('each skill of the game has a glyph, and a skill of another name has none', () => {
  expect([...skillPaths.keys()].sort()).toEqual([overall, ...skills].sort());
  expect(['constructor', '', 'slayer'].map((name) => skillPaths.get(name))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('the glyphs are paths of a field of 24 x 24, and smaller than 20 KB in all', () => {
  const paths = [...skillPaths.values(), ...Object.values(itemPaths)];
  expect(paths.join('').length).toBeLessThan(20_000);
  for (const path of paths) expect(path).toMatch(/^M[MLHVCSQTAZmlhvcsqtaz0-9 .-]+$/);
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
  ['Tanzanite fang', null],
  ['', null],
] as const)('%j is of the kind %j', (name, kind) => expect(itemKind(name)).toBe(kind));
