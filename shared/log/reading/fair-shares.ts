/**
 * The unused share of an item goes to items that want more. Each item gets at least one.
 * @param take the part of its share that an item takes
 */
export function shareFairly<Item>(
  items: readonly Item[],
  total: number,
  wantedBy: (item: Item) => number,
  take: (item: Item, share: number) => number,
): Map<Item, number> {
  const shares = new Map<Item, number>();
  let rest = total;
  for (const item of items.toSorted((left, right) => wantedBy(left) - wantedBy(right))) {
    const fair = Math.floor(rest / (items.length - shares.size));
    const taken = take(item, Math.max(1, Math.min(wantedBy(item), fair)));
    shares.set(item, taken);
    rest -= taken;
  }
  return shares;
}
