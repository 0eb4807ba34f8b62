import { expect, test } from 'vitest';
import { findPlace } from './named-places.ts';

test.each([
  ['dragons near Burthorpe', 2_974, 3_612, 'Wilderness, level 12'],
  ['the first tile', 3_090, 3_525, 'Wilderness, level 1'],
  ['the last tile', 3_391, 3_967, 'Wilderness, level 56'],
  ['a named place inside', 2_949, 3_821, 'Wilderness, level 38'],
  ['south of the ditch', 3_090, 3_520, 'Edgeville'],
  ['west of the border', 2_943, 3_600, 'Burthorpe'],
  ['the bank of the Ferox Enclave', 3_130, 3_631, 'Ferox Enclave'],
  ['east of the Ferox Enclave', 3_156, 3_640, 'Wilderness, level 16'],
  ["the Black Knights' Fortress", 3_015, 3_530, 'Edgeville'],
  ['below the surface', 3_114, 9_836, 'Edgeville Dungeon'],
])('a player in the Wilderness is not at the safe town next to it: %s', (_, x, y, name) => {
  expect(findPlace({ x, y, plane: 0 })?.name).toBe(name);
});

test('a tile far from every place has no name', () => {
  expect(findPlace({ x: 8_000, y: 8_000, plane: 0 })).toBeNull();
});
