import { expect, test } from 'vitest';
import { mapTileUrl, placeInOtherRealm, realmBounds, realmOf, viewLimits } from './world.ts';

test('a tile of zoom 2 is one map square, and its row counts towards the north', () => {
  // Leaflet's row -51 is map square 50, because rows of Leaflet count towards the south.
  const template = 'https://tiles.example.org/{zoom}/{plane}_{x}_{y}.png';
  const url = mapTileUrl(template, { column: 50, row: -51, zoom: 2, plane: 0 });
  expect(url).toBe('https://tiles.example.org/2/0_50_50.png');
});

test.each([
  [{ x: 3222, y: 3218 }, 'surface'],
  [{ x: 3097, y: 9868 }, 'underground'],
  [{ x: 2274, y: 4698 }, 'underground'],
  [{ x: 6480, y: 5800 }, 'instances'],
])('%j is in the realm %s', (tile, realm) => {
  expect(realmOf(tile)).toBe(realm);
});

test('a dungeon lies under a town, and nothing lies under an instance', () => {
  expect(placeInOtherRealm({ x: 3097, y: 3468 }, 'underground')).toEqual({ x: 3097, y: 9868 });
  expect(placeInOtherRealm({ x: 3097, y: 9868 }, 'surface')).toEqual({ x: 3097, y: 3468 });
  expect(placeInOtherRealm({ x: 2274, y: 4698 }, 'surface')).toBeNull();
  expect(placeInOtherRealm({ x: 6480, y: 5800 }, 'underground')).toBeNull();
});

test.each([
  [390, 700],
  [1_280, 750],
  [2_560, 1_400],
])('a map of %i × %i pixels can show the whole surface in its middle', (width, height) => {
  const { minZoom, least } = viewLimits({ width, height });
  const [[west, south], [east, north]] = realmBounds.surface;
  const tiles = 2 ** -minZoom;
  expect(width * tiles).toBeGreaterThan(east - west);
  expect(least.x + (width * tiles) / 2).toBeLessThanOrEqual((west + east) / 2);
  expect(least.y + (height * tiles) / 2).toBeLessThanOrEqual((south + north) / 2);
});
