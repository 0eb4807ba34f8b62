/** Pieces of graceful in one colour. */
const piecesPerSet = 6;

/**
 * By worn id. Items that reduce weight, and camouflage, have another id while they are worn
 * (RuneLite, `ItemManager.WORN_ITEMS` and `canonicalize`).
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
  // Camouflage of wood, jungle, desert and snow.
  ...Array.from({ length: 8 }, (_, piece) => [28_839 + piece * 3, 10_053 + piece * 2] as const),
  // Graceful: plain, of the five houses, of Kourend.
  ...[11_850, 13_579, 13_591, 13_603, 13_615, 13_627, 13_667].flatMap((first) => graceful(first, 2)),
  // Graceful: dark, of the sepulchre, of trailblazers, of adventurers, of the wyrm.
  ...[21_061, 24_743, 25_069, 27_444, 30_045].flatMap((first) => graceful(first, 3)),
]);

const wornIds: ReadonlyMap<number, number> = new Map([...canonicalIds].map(([worn, item]) => [item, worn]));

/** `stride` is the distance to the next piece. The worn id is the last before the next piece. */
function graceful(first: number, stride: number): [number, number][] {
  return Array.from({ length: piecesPerSet }, (_, piece) => {
    const item = first + piece * stride;
    return [item + stride - 1, item];
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
