interface Equality<Item> {
  readonly keyOf: (item: Item) => string;
  /** Epoch ms. */
  readonly atOf: (item: Item) => number;
  /** Longer pauses between equal items begin another group. */
  readonly pauseMaxMs: number;
}

/**
 * Equal items are a group at the place of the newest. Other items may stand between equal items.
 * @param items newest first
 */
export function groupEqual<Item>(
  items: readonly Item[],
  { keyOf, atOf, pauseMaxMs }: Equality<Item>,
): readonly [Item, ...Item[]][] {
  const groups: [Item, ...Item[]][] = [];
  const latest = new Map<string, (typeof groups)[number]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = latest.get(key);
    if (group !== undefined && atOf(group.at(-1) ?? group[0]) - atOf(item) <= pauseMaxMs) {
      group.push(item);
      continue;
    }
    const next: (typeof groups)[number] = [item];
    groups.push(next);
    latest.set(key, next);
  }
  return groups;
}
