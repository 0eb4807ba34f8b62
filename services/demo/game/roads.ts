import { type PlaceName, placeTile } from './places.ts';
import { distance, type MapTile } from './tile.ts';

/** The main roads between towns, each with its bends. */
// biome-ignore format: a road a line
const roads: readonly (readonly [PlaceName, PlaceName, readonly (readonly [number, number])[]])[] = [
  ['Lumbridge', 'Goblin house', [[3235, 3218], [3237, 3227], [3245, 3230]]],
  ['Goblin house', 'Lumbridge cow field', [[3258, 3230], [3259, 3250], [3252, 3264]]],
  ['Lumbridge cow field', 'Lumbridge chicken farm', [[3252, 3268], [3240, 3276], [3238, 3292]]],
  ['Lumbridge chicken farm', 'Varrock', [[3238, 3296], [3226, 3328], [3211, 3350], [3211, 3394]]],
  ['Lumbridge cow field', 'Al Kharid', [[3259, 3250], [3261, 3228], [3268, 3227], [3281, 3212], [3280, 3192]]],
  ['Lumbridge', 'Draynor Village', [[3232, 3219], [3230, 3232], [3217, 3241], [3196, 3239], [3168, 3238], [3145, 3229], [3119, 3227], [3105, 3243]]],
  ['Draynor Village', 'Port Sarim', [[3085, 3249], [3072, 3268], [3047, 3262], [3041, 3245], [3028, 3236]]],
  ['Port Sarim', 'Falador', [[3019, 3242], [3007, 3262], [3006, 3294], [3006, 3322], [2998, 3345], [2974, 3362]]],
  ['Draynor Village', 'Barbarian Village', [[3103, 3262], [3107, 3294], [3101, 3328], [3097, 3360], [3089, 3396]]],
  ['Barbarian Village', 'Edgeville', [[3081, 3440], [3086, 3464], [3092, 3478]]],
  ['Barbarian Village', 'Varrock', [[3104, 3421], [3140, 3419], [3172, 3428], [3198, 3429]]],
  ['Edgeville', 'Grand Exchange', [[3101, 3484], [3125, 3478], [3137, 3467], [3164, 3466]]],
  ['Grand Exchange', 'Varrock', [[3164, 3466], [3180, 3450], [3205, 3446], [3211, 3432]]],
  ['Varrock', 'Varrock east mine', [[3240, 3429], [3266, 3428], [3279, 3410], [3290, 3380]]],
  ["Seers' Village", 'Catherby', [[2741, 3477], [2760, 3462], [2783, 3450], [2808, 3437]]],
  ["Seers' Village", 'Fishing Guild', [[2705, 3484], [2686, 3469], [2655, 3444], [2631, 3430], [2611, 3412]]],
  ['Fishing Guild', 'Ardougne', [[2611, 3393], [2619, 3360], [2635, 3334], [2645, 3312]]],
  ['Canifis', 'Slayer Tower', [[3480, 3494], [3462, 3504], [3441, 3514], [3430, 3524]]],
];

interface Way {
  readonly to: PlaceName;
  readonly tiles: readonly MapTile[];
  readonly length: number;
}

const waysFrom = new Map<PlaceName, Way[]>();
for (const [from, to, bends] of roads) {
  const tiles = [placeTile(from), ...bends.map(([x, y]) => ({ x, y, plane: 0 })), placeTile(to)];
  addWay(from, to, tiles);
  addWay(to, from, tiles.toReversed());
}

function addWay(from: PlaceName, to: PlaceName, tiles: readonly MapTile[]): void {
  const length = tiles.slice(1).reduce((sum, tile, index) => sum + distance(tiles[index] ?? tile, tile), 0);
  waysFrom.set(from, [...(waysFrom.get(from) ?? []), { to, tiles: tiles.slice(1), length }]);
}

/**
 * The corners of the shortest way by road, without the start; null without a way of at most
 * `lengthMax` tiles.
 */
export function roadBetween(from: PlaceName, to: PlaceName, lengthMax: number): readonly MapTile[] | null {
  const reached = new Map<PlaceName, { length: number; tiles: readonly MapTile[] }>([
    [from, { length: 0, tiles: [] }],
  ]);
  const settled = new Set<PlaceName>();
  while (true) {
    const next = [...reached]
      .filter(([name]) => !settled.has(name))
      .sort((left, right) => left[1].length - right[1].length)[0];
    if (next === undefined || next[1].length > lengthMax) return null;
    const [here, way] = next;
    if (here === to) return way.tiles;
    settled.add(here);
    for (const onward of waysFrom.get(here) ?? []) {
      const length = way.length + onward.length;
      if (length >= (reached.get(onward.to)?.length ?? Number.POSITIVE_INFINITY)) continue;
      reached.set(onward.to, { length, tiles: [...way.tiles, ...onward.tiles] });
    }
  }
}
