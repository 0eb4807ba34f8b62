const piecesPerSet = 6;

/**
 * By worn id. Items that reduce weight have another id while they are worn (RuneLite,
 * `ItemManager.WORN_ITEMS` and `canonicalize`).
 */
const canonicalIds: ReadonlyMap<number, number> = new Map([
  // Boots of lightness, penance gloves, max cape, spotted and spottier cape, agility cape with and
  // without trim.
  ...([
    [89, 88],
    [10_554, 10_553],
    [13_342, 13_280],
    [10_073, 10_069],
    [10_074, 10_071],
    [13_341, 9_772],
    [13_340, 9_771],
  ] as const),
  // Graceful pieces.
  ...pairs({ first: 11_850, sets: 1, stride: 2, step: 1 }),
  ...pairs({ first: 13_579, sets: 5, stride: 2, step: 1 }),
  ...pairs({ first: 13_667, sets: 1, stride: 2, step: 1 }),
  ...pairs({ first: 21_061, sets: 1, stride: 3, step: 2 }),
  ...pairs({ first: 24_743, sets: 1, stride: 3, step: 2 }),
  ...pairs({ first: 25_069, sets: 1, stride: 3, step: 2 }),
]);

const wornIds: ReadonlyMap<number, number> = new Map([...canonicalIds].map(([worn, item]) => [item, worn]));

/**
 * `stride` is the distance to the next piece, `step` the distance from the item id to the worn id.
 */
function pairs(range: {
  readonly first: number;
  readonly sets: number;
  readonly stride: number;
  readonly step: number;
}): [number, number][] {
  return Array.from({ length: range.sets * piecesPerSet }, (_, index) => {
    const item = range.first + index * range.stride;
    return [item + range.step, item];
  });
}

/** Turns a worn id into the id in the inventory. Other ids stay. */
export function canonicalItemId(id: number): number {
  return canonicalIds.get(id) ?? id;
}

/** The worn id of a carried item, and the reverse; null for an item with one id. */
export function otherIdOf(id: number): number | null {
  return canonicalIds.get(id) ?? wornIds.get(id) ?? null;
}
