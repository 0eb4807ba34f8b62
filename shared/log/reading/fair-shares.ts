/**
 * Shares out `total` fairly: what one item does not take goes to those that want more. Each gets one at least.
 * @param take how much of its share an item takes, which may be less
 */
export function shareOut<Item>(
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
